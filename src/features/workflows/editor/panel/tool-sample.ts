import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import type { OutputSpec, OutputType } from '#src/sdk/outputs.ts'

const BY_TYPE: Record<OutputType, Json> = { string: 'Text', number: 1, boolean: true, array: [], object: {}, any: null }

function ofSpec({ type, columns }: OutputSpec): Json {
  if (columns === undefined) return BY_TYPE[type]
  return [
    Object.fromEntries(
      columns.map(({ name, type = 'string' }) => [name, type === 'string' || type === 'colour' ? 'Text' : 1]),
    ),
  ]
}

/** What a tool could give: its first example, and where that says nothing, a value of the declared type. */
export function sampleOutput({ outputSchema, examples }: Pick<Fxn, 'outputSchema' | 'examples'>): Json {
  const example = (examples[0]?.output ?? {}) as Readonly<Record<string, Json>>
  return Object.fromEntries(Object.entries(outputSchema).map(([name, spec]) => [name, example[name] ?? ofSpec(spec)]))
}
