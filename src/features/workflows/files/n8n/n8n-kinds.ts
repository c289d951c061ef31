import type { JsonObject } from '#src/sdk/json.ts'
import type { Surroundings } from './n8n-expression.ts'
import { listAt, type Parameters, textAt } from './n8n-parameters.ts'
import {
  codeConfig,
  httpConfig,
  ifConfig,
  loopConfig,
  mergeConfig,
  respondConfig,
  setConfig,
  switchConfig,
  waitConfig,
} from './n8n-steps.ts'
import { scheduleConfig, webhookConfig } from './n8n-triggers.ts'

/** How a type of n8n becomes one of ours. */
export interface NodeKind {
  readonly type: string
  readonly isTrigger?: true
  /** Where its data is in its output: '' for all of it; 'input': it leads its input on; 'item': to its body, one each. */
  readonly gives: '' | '.body' | '.result' | 'input' | 'item'
  /** Names of its ways out, by their place in this version of n8n's. */
  ports(config: JsonObject, version: number): readonly string[]
  config(given: JsonObject, parameters: Parameters, around: Surroundings, version: number): JsonObject
}

const OUT = () => ['out']
const base = { ports: OUT, gives: '' } as const
const schedule: NodeKind = { ...base, type: 'schedule', isTrigger: true, config: scheduleConfig }
const manual: NodeKind = { ...base, type: 'manual', isTrigger: true, config: () => ({}) }
const code: NodeKind = { ...base, type: 'code', gives: '.result', config: codeConfig }

const KINDS: ReadonlyMap<string, NodeKind> = new Map<string, NodeKind>([
  ['webhook', { ...base, type: 'webhook', isTrigger: true, config: webhookConfig }],
  ['scheduleTrigger', schedule],
  ['cron', schedule],
  ['manualTrigger', manual],
  ['start', manual],
  ['set', { ...base, type: 'set', config: setConfig }],
  ['if', { type: 'if', gives: 'input', ports: () => ['true', 'false'], config: ifConfig }],
  [
    'switch',
    {
      type: 'switch',
      gives: 'input',
      ports: ({ cases }) => [...listAt(cases).map(({ id }) => textAt(id)), 'otherwise'],
      config: switchConfig,
    },
  ],
  ['httpRequest', { ...base, type: 'http', gives: '.body', config: httpConfig }],
  ['code', code],
  ['function', code],
  ['merge', { ...base, type: 'merge', config: mergeConfig }],
  ['wait', { ...base, type: 'wait', gives: 'input', config: waitConfig }],
  ['respondToWebhook', { type: 'respond', gives: 'input', ports: () => [], config: respondConfig }],
  [
    'splitInBatches',
    {
      type: 'loop',
      gives: 'item',
      ports: (_, version) => (version < 3 ? ['item', 'done'] : ['done', 'item']),
      config: loopConfig,
    },
  ],
  [
    'stickyNote',
    { type: 'note', gives: '', ports: () => [], config: (given) => ({ text: textAt(given.content).slice(0, 10_000) }) },
  ],
])

/** Undefined for what has no counterpart. */
export const kindOf = (type: string): NodeKind | undefined => KINDS.get(type.replace(/^n8n-nodes-base\./, ''))
