import type { Expressions } from '#src/lib/expressions/expressions.ts'
import { expressionsIn } from '#src/lib/expressions/expressions-in.ts'
import type { Graph, Problem } from '#src/lib/graph/graph.schema.ts'

const unfit = (message: string): Problem => ({
  severity: 'error',
  code: 'LINE_KEY_UNFIT',
  message: `Settings: ${message}`,
})

/** What is wrong with the key of a limit of runs at once: it is worked out before anything of the run is there. */
export function lineProblems(
  { settings }: Pick<Graph, 'settings'>,
  { checkTemplate, compile }: Pick<Expressions, 'checkTemplate' | 'compile'>,
): Problem[] {
  const key = settings.concurrency?.key
  if (key === undefined) return []
  const mistake = checkTemplate(key, { steps: {} }).find(({ severity }) => severity === 'error')
  if (mistake !== undefined) return [unfit(`the key of the limit cannot be used: ${mistake.message}`)]
  const names = expressionsIn(key).flatMap(({ place }) => [...compile(place.expression).references.names])
  if (!names.includes('trigger'))
    return [unfit('the key of the limit has to read something of the trigger, as {{ trigger.body.customer }} does')]
  const other = ['steps', 'vars', 'run'].find((name) => names.includes(name))
  return other === undefined ? [] : [unfit(`the key of the limit can only read trigger, and ${other} is not there yet`)]
}
