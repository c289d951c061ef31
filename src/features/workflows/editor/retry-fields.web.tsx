import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { changeStep } from './graph-edit.ts'
import { optionsWith, retryOf, TIMES, timeLimitOptions, toRetry, WAITS, withTimeLimit } from './retry.ts'
import type { Edit } from './step-form.web.tsx'

/** How often a step that failed is tried again, and after which time. */
export function RetryFields({ node, edit }: { node: GraphNode; edit: Edit }) {
  const { times, baseMs, backoff } = retryOf(node)
  const change = (part: Partial<ReturnType<typeof retryOf>>) =>
    edit((now) => changeStep(now, node.id, (one) => toRetry(one, { ...retryOf(one), ...part })))
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        label="Try again"
        help="Only what may pass, such as a server that is busy."
        options={optionsWith(TIMES, times)}
        value={String(times)}
        onChange={(event) => change({ times: Number(event.currentTarget.value) })}
      />
      {times === 0 ? null : (
        <>
          <SelectField
            label="First wait"
            help="Longer when the other side asks for it."
            options={optionsWith(WAITS, baseMs)}
            value={String(baseMs)}
            onChange={(event) => change({ baseMs: Number(event.currentTarget.value) })}
          />
          <SelectField
            label="Then"
            options={[
              { value: 'exponential', label: 'Twice as long each time' },
              { value: 'constant', label: 'As long each time' },
            ]}
            value={backoff}
            onChange={(event) =>
              change({ backoff: event.currentTarget.value === 'constant' ? 'constant' : 'exponential' })
            }
          />
        </>
      )}
    </div>
  )
}

/** How long one try of a step may take. */
export const TimeLimitField = ({ node, edit }: { node: GraphNode; edit: Edit }) => (
  <SelectField
    label="Time limit"
    help="A try that takes longer fails, and is tried again if the step says so."
    options={timeLimitOptions(node.timeoutMs)}
    value={String(node.timeoutMs ?? '')}
    onChange={(event) => {
      const ms = event.currentTarget.value
      edit((now) => changeStep(now, node.id, (one) => withTimeLimit(one, ms === '' ? undefined : Number(ms))))
    }}
  />
)
