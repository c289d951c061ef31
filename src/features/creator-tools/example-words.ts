import type { ExampleFailure } from './creator-tools.schema.ts'

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 200) ?? 'nothing'

/** How an example failed, at the fields of a draft. */
export const detailsOf = ({ example, title, error, differences }: ExampleFailure) =>
  error === null
    ? differences.map(({ output, expected, actual }) => ({
        field: `examples.${example}.output.${output}`,
        message: `“${title}” gives ${shown(actual)} for ${output}, not ${shown(expected)}`,
      }))
    : [{ field: `examples.${example}`, message: `“${title}” fails: ${error}` }]
