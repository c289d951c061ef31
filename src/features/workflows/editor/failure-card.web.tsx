import { useQuery } from '@tanstack/react-query'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { Card } from '#src/ui/card.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import type { errorWorkflowContract } from '../error-workflow.schema.ts'
import { withSetting } from './settings.ts'
import type { Edit } from './step-form.web.tsx'

interface FailureCardProps {
  readonly workflowId: string
  readonly graph: Graph
  readonly edit: Edit
}

/** Which workflow is started when a run of this one fails. */
export const FailureCard = (props: FailureCardProps) => (
  <Card heading="When a run fails">
    <Choice {...props} />
  </Card>
)

function Choice({ workflowId, graph, edit }: FailureCardProps) {
  const chosen = graph.settings.errorWorkflowId ?? ''
  // Each time anew: the other workflow may have been made a moment ago.
  const { data, error } = useQuery({
    ...getting<typeof errorWorkflowContract.list>('/api/error-workflows'),
    staleTime: 0,
  })
  if (data === undefined)
    return error === null ? (
      <Spinner label="Looking for workflows…" showLabel />
    ) : (
      <p className="text-14 text-text-2">{toApiError(error).message}</p>
    )
  const offered = data.workflows.map(({ id, name, isPublished }) => ({
    value: id,
    label: `${id === workflowId ? 'This workflow' : name}${isPublished ? '' : ' (not published)'}`,
  }))
  const isGone = chosen !== '' && offered.every(({ value }) => value !== chosen)
  if (offered.length === 0 && chosen === '')
    return (
      <p className="text-14 text-text-2">
        Another workflow can be started then, which tells you, for one. Make one that begins with the step “Failed
        workflow”, and choose it here.
      </p>
    )
  return (
    <SelectField
      label="Start this workflow"
      help="When a run of a published version fails, for whatever reason. Runs that you start by hand do not count. While it is paused, failures are not told."
      options={[
        { value: '', label: 'None' },
        ...offered,
        ...(isGone ? [{ value: chosen, label: 'A workflow that is gone' }] : []),
      ]}
      value={chosen}
      error={isGone ? 'This workflow does not exist, or does not begin with a failure any more' : undefined}
      onChange={(event) => {
        const id = event.currentTarget.value
        edit((now) => withSetting(now, 'errorWorkflowId', id === '' ? undefined : id))
      }}
    />
  )
}
