import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/api.ts'
import type { Json } from '#src/sdk/json.ts'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import type { WorkflowCard, workflowsContract } from '../workflows.schema.ts'

interface WorkflowFieldProps {
  readonly id: string
  readonly label: string
  readonly help: string
  readonly value: Json | undefined
  readonly error: string | undefined
  readonly onChange: (value: Json | undefined) => void
}

/** More than this many are not offered; the API takes the id of any. */
const MOST_PAGES = 10

async function listAll(signal: AbortSignal): Promise<WorkflowCard[]> {
  const all: WorkflowCard[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const query: { cursor?: string } = cursor === null ? {} : { cursor }
    const answer: { workflows: WorkflowCard[]; cursor: string | null } = await api<typeof workflowsContract.list>(
      'GET',
      '/api/workflows',
      { query },
      signal,
    )
    all.push(...answer.workflows)
    cursor = answer.cursor
    if (cursor === null) break
  }
  return all
}

/** Chooses one of the account's published workflows. */
export function WorkflowField({ id, label, help, value, error, onChange }: WorkflowFieldProps) {
  const { data, isError } = useQuery({
    // Each time anew: the other workflow may have been published a moment ago.
    staleTime: 0,
    queryKey: ['/api/workflows', 'workflow-field'],
    queryFn: ({ signal }) => listAll(signal),
  })
  const chosen = typeof value === 'string' ? value : ''
  const published = (data ?? []).filter(({ status }) => status === 'published')
  const options = published.map((workflow) => ({ value: workflow.id, label: workflow.name }))
  const isKnown = chosen === '' || published.some((workflow) => workflow.id === chosen)
  const missing = data === undefined || isKnown ? undefined : 'It is not published, or is gone'
  return (
    <div className="flex flex-col gap-1.5">
      <SelectField
        id={id}
        label={label}
        help={help}
        placeholder="Choose…"
        options={isKnown ? options : [{ value: chosen, label: 'Another workflow' }, ...options]}
        value={chosen}
        error={error ?? (isError ? 'Your workflows could not be loaded' : missing)}
        onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      />
      {chosen === '' ? null : (
        <TextLink to={`/workflows/${chosen}`} className="w-fit text-13">
          Open this workflow
        </TextLink>
      )}
    </div>
  )
}
