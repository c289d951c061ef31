import { z } from '#src/lib/zod.ts'
import { defineNode, type ItemScope, type NodeContext, type TurnEnd } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { conditionAt } from './condition.ts'
import { field, JsonValue } from './field-hints.ts'
import { nameOfType } from './name-of-type.ts'

export const MAX_ITEMS = 100_000
const MAX_AT_ONCE = 20
/** Milliseconds after which other work of the process gets its turn. */
const PATIENCE_MS = 15

const Items = z
  .array(JsonValue, { error: ({ input }) => `The items must be a list; they are ${nameOfType(input)}` })
  .max(MAX_ITEMS, `A loop takes ${MAX_ITEMS.toLocaleString('en')} items at most`)
const Condition = z.union([z.boolean(), z.string().min(1)]).optional()

const LIST = { field: 'over', in: ['list'] } as const
const WHILE = { field: 'over', in: ['while'] } as const

const LoopConfig = z
  .strictObject({
    over: field(z.enum(['list', 'while']).default('list'), {
      title: 'Repeat',
      description:
        'What hangs on the way “in each turn” runs once for each turn; then the run goes on by the way “when done”.',
      control: 'select',
      options: [
        { value: 'list', label: 'For each item of a list' },
        { value: 'while', label: 'While a condition is true' },
      ],
    }),
    items: field(Items.default([]), {
      title: 'Items',
      description: 'The list. In the loop, item is the item and index its place from 0.',
      control: 'expression',
      placeholder: '{{ trigger.body.orders }}',
      showIf: LIST,
    }),
    while: field(Condition, {
      title: 'While',
      description: 'Looked at before each turn. item is what the turn before gave, null at first; index counts from 0.',
      control: 'expression',
      placeholder: '{{ index == 0 || item.next != null }}',
      showIf: WHILE,
    }),
    max: field(z.int().min(1).max(MAX_ITEMS).default(1000), {
      title: 'Turns at most',
      description: 'When the condition is still true after so many turns, the step fails.',
      control: 'number',
      showIf: WHILE,
    }),
    until: field(Condition, {
      title: 'Stop when',
      description: 'Looked at after each turn, and may name the steps in the loop. No turn begins once it is true.',
      control: 'expression',
      placeholder: '{{ item.total > 100.0 }}',
    }),
    atOnce: field(z.int().min(1).max(MAX_AT_ONCE).default(1), {
      title: 'Turns at the same time',
      description:
        '1 is one after the other. Turns wait for nothing but steps that touch the world, so only with these it is quicker.',
      control: 'number',
      showIf: LIST,
    }),
    onItemError: field(z.enum(['stop', 'continue', 'collect']).default('stop'), {
      title: 'When a turn fails',
      description:
        'Leaving it out keeps the results of the others; noting it puts null in its place and says why in errors.',
      control: 'select',
      options: [
        { value: 'stop', label: 'This step fails, and no further turn begins' },
        { value: 'continue', label: 'Go on, and leave it out' },
        { value: 'collect', label: 'Go on, and note it among the errors' },
      ],
    }),
  })
  .refine(({ over, while: condition }) => over === 'list' || condition !== undefined, {
    path: ['while'],
    error: 'Say how long to go on',
  })
type LoopConfig = z.output<typeof LoopConfig>

const stillTrue = (max: number) =>
  new NodeError({
    code: 'LOOP_LIMIT',
    message: `The condition is still true after ${max.toLocaleString('en')} turns`,
    permanent: true,
  })

const turnFailed = (index: number, { code, message }: Extract<TurnEnd, { kind: 'failed' }>) =>
  new NodeError({ code, message: `Turn ${index}: ${message}`, permanent: true })

/** The turns of a loop, and what became of them. */
function createTurns({ body, evaluate }: NodeContext, config: LoopConfig) {
  const results = new Map<number, Json>()
  const errors: { index: number; code: string; message: string }[] = []
  let next = 0
  let previous: Json = null
  let isOver = false
  let broke = false
  let failure: NodeError | undefined

  function begin(): ItemScope | undefined {
    if (isOver) return undefined
    const index = next++
    if (config.over === 'list') {
      const item = config.items[index]
      return item === undefined ? undefined : { item, index }
    }
    const scope = { item: previous, index }
    if (!conditionAt('while', evaluate('while', scope))) return undefined
    if (index >= config.max) throw stillTrue(config.max)
    return scope
  }

  function end({ index }: ItemScope, turn: TurnEnd): void {
    if (turn.kind === 'ended') {
      isOver = true
      body.abandon()
    }
    if (turn.kind === 'failed') {
      if (config.onItemError === 'stop' && !isOver) {
        failure = turnFailed(index, turn)
        isOver = true
        body.abandon()
      }
      const { code, message } = turn
      if (config.onItemError === 'collect') {
        errors.push({ index, code, message })
        results.set(index, null)
      }
    }
    if (turn.kind !== 'done') return
    previous = turn.output
    results.set(index, turn.output)
    if (config.until !== undefined && conditionAt('until', evaluate('until', turn.scope))) {
      broke = true
      isOver = true
    }
  }

  return {
    begin,
    end,
    stop() {
      isOver = true
    },
    result() {
      if (failure !== undefined) throw failure
      const inOrder = [...results].toSorted(([a], [b]) => a - b).map(([, output]) => output)
      return { results: inOrder, errors: errors.toSorted((a, b) => a.index - b.index), broke }
    },
  }
}

const othersFirst = () => new Promise((done) => setTimeout(done))

export const loop = defineNode({
  type: 'loop',
  version: 1,
  title: 'Loop',
  description: 'Runs steps again and again: for each item of a list, or while a condition is true.',
  category: 'logic',
  icon: 'repeat',
  config: LoopConfig,
  ports: ['item', 'done'],
  bodyPort: 'item',
  fixed: ['over', 'onItemError'],
  templates: { while: 'per-item', until: 'after-turn' },
  reaches: 'nothing',
  effect: 'pure',
  output: () => ({
    type: 'object',
    properties: { results: { type: 'array' }, errors: { type: 'array' }, broke: { type: 'boolean' } },
    required: ['results', 'errors', 'broke'],
  }),
  run: async (context, config) => {
    const turns = createTurns(context, config)
    const { atOnce, items, over } = config
    const strands = over === 'list' && !context.body.isPure ? Math.min(atOnce, Math.max(items.length, 1)) : 1
    let since = performance.now()
    async function goRound(): Promise<void> {
      for (let scope = turns.begin(); scope !== undefined; scope = turns.begin()) {
        context.signal.throwIfAborted()
        turns.end(scope, await context.body.run(scope))
        if (strands === 1 && performance.now() - since > PATIENCE_MS) {
          await othersFirst()
          since = performance.now()
        }
      }
    }
    async function goRoundOrStop(): Promise<void> {
      try {
        await goRound()
      } catch (error) {
        turns.stop()
        context.body.abandon()
        throw error
      }
    }
    // Nothing of it goes on when it has ended.
    const rounds = await Promise.allSettled(Array.from({ length: strands }, goRoundOrStop))
    const broken = rounds.find((round) => round.status === 'rejected')
    if (broken !== undefined) throw broken.reason
    return { output: turns.result(), port: 'done' }
  },
})
