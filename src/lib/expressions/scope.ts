import { fromJson, type Json } from './json.ts'
import type { References } from './references.ts'

/** What expressions see: trigger, steps.<key>, item, index, vars, run. The values must not change afterwards. */
export type Scope = Readonly<Record<string, Json>>

/** Scope values as the library reads them; without a prototype, so only what is in scope has a name. */
export type Context = Readonly<Record<string, unknown>>

/** The part of the scope that these expressions read. */
export function contextOf(scope: Scope, reads: readonly References[]): Context {
  const context: Record<string, unknown> = Object.create(null)
  for (const { names } of reads)
    for (const name of names)
      if (!(name in context) && Object.hasOwn(scope, name))
        context[name] = name === 'steps' ? stepsOf(scope.steps, reads) : fromJson(scope[name] ?? null)
  return context
}

/** `steps` grows while a run goes on, so its values are prepared, never the object that holds them. */
function stepsOf(steps: Json | undefined, reads: readonly References[]): unknown {
  if (typeof steps !== 'object' || steps === null || Array.isArray(steps)) return fromJson(steps ?? null)
  const keys = reads.some((one) => one.anyStep)
    ? Object.keys(steps)
    : reads.flatMap((one) => one.steps.map((step) => step.key))
  let replaced: Map<string, unknown> | undefined
  if (Object.hasOwn(steps, 'constructor') || Object.hasOwn(steps, '__proto__'))
    replaced = new Map(Object.entries(steps))
  for (const key of keys) {
    if (!Object.hasOwn(steps, key)) continue
    const value = fromJson(steps[key] ?? null)
    if (value === steps[key]) continue
    replaced ??= new Map(Object.entries(steps))
    replaced.set(key, value)
  }
  return replaced ?? steps
}
