import { exactJson, parseExactJson } from '#src/lib/exact-json.ts'
import { lostName } from '#src/lib/lost-name.ts'
import { parseJson } from '#src/lib/parse-json.ts'
import { z } from '#src/lib/zod.ts'
import { type FieldDraft, type OutputDraft, RawField, RawOutput, type ToolContent } from './tool-content.schema.ts'

const Name = z.string().min(1).max(60)
const Raw = z.strictObject({ input: z.record(Name, RawField), output: z.record(Name, RawOutput) })

type Interface = Pick<ToolContent, 'fields' | 'outputs'>
type Named<One extends { readonly name: string }> = readonly One[]

const hasTwins = (all: Named<{ readonly name: string }>): boolean =>
  new Set(all.map(({ name }) => name)).size < all.length

/** A name that looks like a number would change its place, as names of an object do. */
const isUnnamed = (all: Named<{ readonly name: string }>): boolean =>
  all.some(({ name }) => name === '' || name === '__proto__' || /^\d+$/.test(name))

const byName = (all: Named<FieldDraft | OutputDraft>) =>
  Object.fromEntries(all.map(({ name, ...spec }) => [name, spec]))

/** Inputs and outputs as one JSON document by name; undefined while names are missing or given twice. */
export function toRaw({ fields, outputs }: Interface): string | undefined {
  if ([fields, outputs].some((all) => hasTwins(all) || isUnnamed(all))) return undefined
  return JSON.stringify({ input: byName(fields), output: byName(outputs) }, null, 2)
}

export type RawResult =
  | { readonly ok: true; readonly value: Interface }
  | { readonly ok: false; readonly message: string }

const listed = (all: Readonly<Record<string, object>>) => Object.entries(all).map(([name, spec]) => ({ name, ...spec }))

/** The other way: nothing is lost, and what is not known is refused with its place. */
export function fromRaw(text: string): RawResult {
  const json = parseJson(text)
  if (!json.ok) return { ok: false, message: `The document ${json.problem}` }
  const exact = parseExactJson(text)
  if (!exact.ok || exactJson(exact.value) !== JSON.stringify(json.value))
    return { ok: false, message: 'The document has a number with more digits than are kept' }
  const lost = lostName(text)
  if (lost !== undefined)
    return { ok: false, message: lost === '__proto__' ? `“${lost}” can be no name` : `“${lost}” is there twice` }
  const parsed = Raw.safeParse(json.value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { ok: false, message: `${issue?.path.join('.') || 'The document'}: ${issue?.message}` }
  }
  const value = { fields: listed(parsed.data.input), outputs: listed(parsed.data.output) } as unknown as Interface
  return isUnnamed(value.fields) || isUnnamed(value.outputs)
    ? { ok: false, message: 'Names begin with a letter' }
    : { ok: true, value }
}
