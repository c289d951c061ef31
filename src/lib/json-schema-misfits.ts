import { type OutputUnit, Validator } from '@cfworker/json-schema'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { withoutPrototypes } from './without-prototypes.ts'

const MAX_PROBLEMS = 5

/** An error that only says that one below it was found. */
const isSummary = ({ keywordLocation }: OutputUnit, units: readonly OutputUnit[]): boolean =>
  units.some((other) => other.keywordLocation.startsWith(`${keywordLocation}/`))

/** Why a value does not fit, the most telling first, with the place; nothing when it does. */
export function misfits(schema: JsonObject, value: Json): string[] {
  const { valid, errors } = new Validator(schema, '2020-12', false).validate(withoutPrototypes(structuredClone(value)))
  if (valid) return []
  const leaves = errors.filter((unit) => unit.keyword !== 'false' && !isSummary(unit, errors))
  // The library counts a property with a wrong value among those that are not allowed.
  const values = leaves.filter(({ keyword }) => keyword !== 'additionalProperties')
  return (values.length > 0 ? values : leaves)
    .slice(0, MAX_PROBLEMS)
    .map(({ instanceLocation, error }) => `${instanceLocation.replace(/^#\/?/, '') || 'the whole'}: ${error}`)
}
