import { expect, test } from 'vitest'
import type { ItemScope, LoopBody, TurnEnd } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { loop } from './loop.node.ts'
import { parseAndRun } from './test-context.ts'

const done = (output: Json, scope: ItemScope): TurnEnd => ({ kind: 'done', output, scope })
const failed = (message: string): TurnEnd => ({ kind: 'failed', code: 'BROKEN', message })

interface Turns {
  readonly turn?: (scope: ItemScope) => TurnEnd | Promise<TurnEnd>
  readonly evaluate?: (path: string, scope: ItemScope | undefined) => Json
  readonly isPure?: boolean
}

/** What the loop gives, and the turns that it began. */
async function run(config: object, { turn = (scope) => done(scope.item, scope), evaluate, isPure = true }: Turns = {}) {
  const begun: ItemScope[] = []
  let abandoned = false
  const body: LoopBody = {
    isPure,
    async run(scope) {
      begun.push(scope)
      await Promise.resolve()
      return turn(scope)
    },
    abandon: () => {
      abandoned = true
    },
  }
  const result = parseAndRun(loop, config, { body, ...(evaluate && { evaluate }) })
  return { result: await result.catch((error: unknown) => error), begun, abandoned }
}

const output = (results: Json[], more: object = {}) => ({
  output: { results, errors: [], broke: false, ...more },
  port: 'done',
})

test('one turn for each item, in their order', async () => {
  const { result, begun } = await run({ items: ['a', 'b'] })
  expect(begun).toEqual([
    { item: 'a', index: 0 },
    { item: 'b', index: 1 },
  ])
  expect(result).toEqual(output(['a', 'b']))
})

test('an empty list has no turns', async () => {
  expect(await run({ items: [] })).toEqual({ result: output([]), begun: [], abandoned: false })
})

const secondFails = (scope: ItemScope) => (scope.index === 1 ? failed('no stock') : done(scope.item, scope))

test.each([
  ['continue', output(['a', 'c'])],
  ['collect', output(['a', null, 'c'], { errors: [{ index: 1, code: 'BROKEN', message: 'no stock' }] })],
])('a turn that fails: %s', async (onItemError, expected) => {
  const { result, abandoned } = await run({ items: ['a', 'b', 'c'], onItemError }, { turn: secondFails })
  expect(result).toEqual(expected)
  expect(abandoned).toBe(false)
})

test('a turn that ends the run leaves none of the others under way', async () => {
  const ends = (scope: ItemScope): TurnEnd => (scope.index === 1 ? { kind: 'ended' } : done(scope.item, scope))
  const { abandoned } = await run({ items: ['a', 'b', 'c'], atOnce: 3 }, { turn: ends, isPure: false })
  expect(abandoned).toBe(true)
})

test('a turn that fails: stop', async () => {
  const { result, begun, abandoned } = await run({ items: ['a', 'b', 'c'] }, { turn: secondFails })
  expect(result).toMatchObject({ code: 'BROKEN', message: 'Turn 1: no stock', permanent: true })
  expect(begun).toHaveLength(2)
  expect(abandoned).toBe(true)
})

test('no turn begins after one that breaks; it sees the steps of the turn', async () => {
  const turn = (scope: ItemScope) => done(`got ${scope.item}`, { ...scope, steps: { found: scope.item } })
  const evaluate = (_path: string, scope?: ItemScope) => scope?.steps?.found === 2
  const { result, begun } = await run({ items: [1, 2, 3], until: '{{ steps.found == 2 }}' }, { turn, evaluate })
  expect(begun).toHaveLength(2)
  expect(result).toEqual(output(['got 1', 'got 2'], { broke: true }))
})

test('turns at the same time that are under way when one breaks come to their end', async () => {
  const evaluate = (_path: string, scope?: ItemScope) => scope?.index === 0
  const config = { items: [0, 1, 2, 3], until: '{{ index == 0 }}', atOnce: 2 }
  const { result, begun } = await run(config, { evaluate, isPure: false })
  expect(begun.map(({ index }) => index)).toEqual([0, 1])
  expect(result).toEqual(output([0, 1], { broke: true }))
})

test('turns that end the other way round leave results and errors in the order of the items', async () => {
  const items = [0, 1, 2, 3]
  const ended = items.map(() => Promise.withResolvers<void>())
  const turn = async (scope: ItemScope) => {
    await ended[scope.index + 1]?.promise
    ended[scope.index]?.resolve()
    return scope.index % 2 === 0 ? done(scope.item, scope) : failed(`no ${scope.index}`)
  }
  const { result } = await run({ items, atOnce: 4, onItemError: 'collect' }, { turn, isPure: false })
  const errors = [1, 3].map((index) => ({ index, code: 'BROKEN', message: `no ${index}` }))
  expect(result).toEqual(output([0, null, 2, null], { errors }))
})

test('while a condition is true; item is what the turn before gave', async () => {
  const turn = (scope: ItemScope) => done({ page: scope.index, next: scope.index < 2 }, scope)
  const evaluate = (path: string, scope?: ItemScope): Json =>
    path === 'while' && (scope?.item === null || JSON.stringify(scope?.item).includes('true'))
  const { result, begun } = await run({ over: 'while', while: '{{ item == null || item.next }}' }, { turn, evaluate })
  expect(begun.map(({ item }) => item)).toEqual([null, { page: 0, next: true }, { page: 1, next: true }])
  expect(result).toMatchObject({ port: 'done', output: { results: [{ page: 0 }, { page: 1 }, { page: 2 }] } })
})

test('a condition that stays true ends with a failure', async () => {
  const { result, begun } = await run({ over: 'while', while: true, max: 3 }, { evaluate: () => true })
  expect(begun).toHaveLength(3)
  expect(result).toMatchObject({ code: 'LOOP_LIMIT', message: 'The condition is still true after 3 turns' })
})

test('a condition must be true or false', async () => {
  const { result } = await run({ over: 'while', while: '{{ item }}' }, { evaluate: () => 'yes' })
  expect(result).toMatchObject({ code: 'INVALID_CONFIG', message: expect.stringContaining('while: The condition') })
})

test('a run that ends in a turn has no further one', async () => {
  const { begun } = await run({ items: [1, 2] }, { turn: () => ({ kind: 'ended' }) })
  expect(begun).toHaveLength(1)
})

test.each([
  [{ items: 'abc' }, 'The items must be a list; they are text'],
  [{ over: 'while' }, 'Say how long to go on'],
  [{ items: [], atOnce: 21 }, undefined],
])('refuses %j', (config, message) => {
  const parsed = loop.config.safeParse(config)
  expect(parsed.success).toBe(false)
  if (message !== undefined) expect(parsed.error?.issues[0]?.message).toBe(message)
})

test('when the loop itself fails, none of its turns goes on', async () => {
  const items = Array.from({ length: 50 }, (_, index) => index)
  const config = { items, atOnce: 5, until: '{{ item }}', onItemError: 'continue' }
  const { result, begun, abandoned } = await run(config, { isPure: false, evaluate: () => 'maybe' })
  expect(result).toBeInstanceOf(Error)
  expect(begun.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4])
  expect(abandoned).toBe(true)
})
