import { isSameJson } from '#src/lib/same-json.ts'
import type { ExampleFailure } from './creator-tools.schema.ts'

type Outputs = Readonly<Record<string, unknown>>

/** The outputs that an example names and a run gave otherwise. */
export const differencesOf = (expected: Outputs, actual: Outputs): ExampleFailure['differences'] =>
  Object.entries(expected)
    .filter(([name, value]) => !isSameJson(actual[name], value))
    .map(([output, value]) => ({ output, expected: value, actual: actual[output] ?? null }))

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 200) ?? 'nothing'

/** How an example failed, at the fields of a draft. */
export const detailsOf = ({ example, title, error, differences }: ExampleFailure) =>
  error === null
    ? differences.map(({ output, expected, actual }) => ({
        field: `examples.${example}.output.${output}`,
        message: `“${title}” gives ${shown(actual)} for ${output}, not ${shown(expected)}`,
      }))
    : [{ field: `examples.${example}`, message: `“${title}” fails: ${error}` }]
