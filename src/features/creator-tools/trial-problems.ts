import type { ContentProblem } from './content-problems.ts'
import type { Trial } from './creator-tools.schema.ts'
import type { ToolContent } from './tool-content.schema.ts'

/**
 * What the last run of the preview showed to be wrong, at the fields of a draft. Other inputs may go well: unlike the
 * content's own problems these keep nothing from being published, which runs the examples.
 */
export function trialProblems(
  { kind, outputs }: Pick<ToolContent, 'kind' | 'outputs'>,
  trial: Trial | undefined,
): ContentProblem[] {
  if (trial === undefined) return []
  if (trial.ok)
    return trial.misfits.map(({ output, message }) => {
      const at = outputs.findIndex(({ name }) => name === output)
      return at < 0
        ? { field: kind === 'custom' ? 'source' : 'outputs', message }
        : { field: `outputs.${at}.type`, message }
    })
  const { code, message, line } = trial.error
  // Of the inputs, which the form of the preview says itself.
  if (code === 'INVALID_INPUT' || code === 'INVALID_REQUEST') return []
  if (kind === 'custom')
    return [{ field: 'source', message: line === undefined ? message : `Line ${line}: ${message}` }]
  // An expression fails by the name of its output.
  const at = outputs.findIndex(({ name }) => name !== '' && message.startsWith(`${name}: `))
  return [{ field: at < 0 ? 'outputs' : `outputs.${at}.expression`, message }]
}
