import { expect, test } from 'vitest'
import type { Tool } from '#src/sdk/index.ts'
import { tools } from '#src/tools/index.ts'
import { builtInProblem } from './built-in-problem.ts'

const tip = (await tools['tip-calculator']()) as Tool
const title = tip.examples[0]?.title
const asked = (change: Partial<Tool>) => builtInProblem(() => Promise.resolve({ ...tip, ...change }))

test('the first example of each built-in tool comes out', { timeout: 120_000 }, async () => {
  const wrong: (string | undefined)[] = []
  for (const load of Object.values(tools)) wrong.push(await builtInProblem(load))
  expect(wrong.filter((problem) => problem !== undefined)).toEqual([])
  expect(wrong.length).toBeGreaterThanOrEqual(115)
})

test('what comes out otherwise and what is refused is said; no example has no problem', async () => {
  const [name, value] = Object.entries(tip.examples[0]?.output ?? {})[0] ?? []
  const right = tip.run
  expect(await asked({ run: (input, world) => ({ ...right(input, world), [String(name)]: 'other' }) })).toBe(
    `“${title}” gives "other" for ${name}, not ${JSON.stringify(value)}`,
  )
  expect(await asked({ examples: [{ title: 'None', input: { none: 1 }, output: {}, source: 'ours' }] })).toBe(
    '“None” fails: Unknown input: none',
  )
  expect(await asked({ examples: [] })).toBeUndefined()
})

test('a tool is made ready first, and what it throws is thrown on', async () => {
  let isReady = false
  const prepare = async () => {
    isReady = true
  }
  expect([await asked({ prepare }), isReady]).toEqual([undefined, true])
  const broken = () => {
    throw new Error('no')
  }
  await expect(asked({ run: broken })).rejects.toThrow('no')
  await expect(builtInProblem(() => Promise.reject(new Error('not there')))).rejects.toThrow('not there')
})

test('nobody waits for one that is never ready', async () => {
  const never = () => new Promise<never>(() => {})
  const prepared = builtInProblem(() => Promise.resolve({ ...tip, prepare: never }), 1)
  await expect(prepared).rejects.toThrow('Not ready after 1 ms')
  await expect(builtInProblem(never, 2)).rejects.toThrow('Not ready after 2 ms')
})
