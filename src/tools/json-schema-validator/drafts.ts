import type { SchemaDraft } from '@cfworker/json-schema'

const SINCE_2020 = ['prefixItems', '$dynamicRef', '$dynamicAnchor']
const ONLY_2019 = ['$recursiveRef', '$recursiveAnchor']
const SINCE_2019 = [
  ...['dependentRequired', 'dependentSchemas', 'unevaluatedItems', 'unevaluatedProperties', 'minContains'],
  ...['maxContains', '$anchor', ...ONLY_2019],
]
const SINCE_6_AND_7 = ['const', 'contains', 'propertyNames', 'if', 'then', 'else', '$id']

const UNKNOWN_TO: Readonly<Record<SchemaDraft, ReadonlySet<string>>> = {
  '4': new Set([...SINCE_6_AND_7, ...SINCE_2019, ...SINCE_2020]),
  '7': new Set(['id', ...SINCE_2019, ...SINCE_2020]),
  '2019-09': new Set(['id', ...SINCE_2020]),
  '2020-12': new Set(['id', ...ONLY_2019]),
}
const NAMES: readonly (readonly [RegExp, SchemaDraft])[] = [
  [/draft-04/, '4'],
  [/draft-0[67]/, '7'],
  [/2019-09/, '2019-09'],
  [/2020-12/, '2020-12'],
]

/** A draft ignores keywords that it does not know; the library knows all of every draft. */
export const knows = (draft: SchemaDraft, keyword: string): boolean => !UNKNOWN_TO[draft].has(keyword)

/** In drafts 4 and 7 nothing beside a `$ref` counts. */
export const refsStandAlone = (draft: SchemaDraft): boolean => draft === '4' || draft === '7'

/** The draft that the schema names in `$schema`. */
export function draftNamedIn(schema: unknown): SchemaDraft | undefined {
  if (typeof schema !== 'object' || schema === null || !('$schema' in schema)) return undefined
  const named = String(schema.$schema)
  return NAMES.find(([pattern]) => pattern.test(named))?.[1]
}
