import { fromJson, type Json } from './json.ts'
import type { References } from './references.ts'

/** What expressions see. The values must not change afterwards; `steps` itself may grow. */
export interface Scope {
  readonly trigger?: Json
  /** Of a creator's tool: the values of its fields. */
  readonly input?: Json
  /** Outputs by step key. */
  readonly steps?: { readonly [key: string]: Json }
  /** In the body of a loop. */
  readonly item?: Json
  readonly index?: number
  readonly vars?: { readonly [name: string]: Json }
  readonly run?: {
    readonly id: string
    readonly startedAt: string
    /** Where calls end the pauses of this run, by step key. */
    readonly resumeUrls?: { readonly [key: string]: string }
  }
}

/** Scope values as the library reads them; without a prototype, so only what is in scope has a name. */
export type Context = Readonly<Record<string, unknown>>

const NAMES = ['trigger', 'input', 'item', 'index', 'vars', 'run'] as const

/** The part of the scope that these expressions read. */
export function contextOf(scope: Scope, reads: readonly References[]): Context {
  const context: Record<string, unknown> = Object.create(null)
  const isRead = (name: string) => reads.some((one) => one.names.has(name))
  for (const name of NAMES) {
    const value = scope[name]
    if (value !== undefined && isRead(name)) context[name] = fromJson(value)
  }
  if (scope.steps !== undefined && isRead('steps')) context.steps = stepsOf(scope.steps, reads)
  return context
}

/** `steps` grows while a run goes on, so its values are prepared, never the object that holds them. */
function stepsOf(steps: NonNullable<Scope['steps']>, reads: readonly References[]): unknown {
  const keys = reads.some((one) => one.anyStep)
    ? Object.keys(steps)
    : reads.flatMap((one) => one.steps.map((step) => step.key))
  let replaced: Map<string, unknown> | undefined
  for (const key of keys) {
    const value = Object.hasOwn(steps, key) ? steps[key] : undefined
    if (value === undefined) continue
    const safe = fromJson(value)
    if (safe === value) continue
    replaced ??= new Map(Object.entries(steps))
    replaced.set(key, safe)
  }
  return replaced ?? steps
}
