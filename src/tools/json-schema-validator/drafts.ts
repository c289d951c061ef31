import type { SchemaDraft } from '@cfworker/json-schema'
import { schemasIn } from './schema-fault.ts'

const SINCE_2020 = ['prefixItems', '$dynamicRef', '$dynamicAnchor']
const SINCE_2019 = [
  ...['dependentRequired', 'dependentSchemas', 'unevaluatedItems', 'unevaluatedProperties', 'minContains'],
  ...['maxContains', '$anchor', '$recursiveRef', '$recursiveAnchor'],
]
const SINCE_6_AND_7 = ['const', 'contains', 'propertyNames', 'if', 'then', 'else', '$id']

const UNKNOWN_TO: Readonly<Record<SchemaDraft, readonly string[]>> = {
  '4': [...SINCE_6_AND_7, ...SINCE_2019, ...SINCE_2020],
  '7': [...SINCE_2019, ...SINCE_2020],
  '2019-09': SINCE_2020,
  '2020-12': [],
}

/** A draft ignores keywords that it does not know; the library knows all of every draft. */
export function withoutNewerKeywords(given: unknown, draft: SchemaDraft): unknown {
  if (UNKNOWN_TO[draft].length === 0) return given
  const schema: unknown = structuredClone(given)
  for (const part of schemasIn(schema)) for (const keyword of UNKNOWN_TO[draft]) delete part[keyword]
  return schema
}
