import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { toast } from '#src/client/toasts.ts'
import { ALERT_KINDS, type AlertKind } from '#src/lib/alert-kinds.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { alertText } from './alert-words.ts'
import type { AlertRule, alertsContract, WantedRule } from './alerts.schema.ts'

const KINDS: Readonly<Record<AlertKind, { label: string; field: string; unit: string; usual: number }>> = {
  failures: { label: 'When runs fail one after the other', field: 'Failures in a row', unit: 'runs', usual: 3 },
  silence: { label: 'When no run starts', field: 'For so long', unit: 'min', usual: 1440 },
  backlog: { label: 'When a run waits in the queue', field: 'For so long', unit: 'min', usual: 15 },
}
const MOST = 100_000

const isThreshold = (value: number) => Number.isInteger(value) && value >= 1 && value <= MOST

/** When the owner of a workflow is told that something is wrong with it. */
export function AlertRules({ workflowId }: { workflowId: string }) {
  const queryKey = ['/api/workflows', workflowId, 'alerts']
  const query = useQuery({
    // Each time anew: what it tells of changes elsewhere.
    staleTime: 0,
    queryKey,
    queryFn: ({ signal }) =>
      api<typeof alertsContract.list>('GET', '/api/workflows/:id/alerts', { params: { id: workflowId } }, signal),
  })
  return (
    <section aria-labelledby="alerts" className="flex flex-col gap-4">
      <SectionHeader id="alerts" title="Alerts" />
      <p className="max-w-3xl text-14 text-text-2">
        Each one tells you once, in your notifications and, if you want, by mail. It ends by itself when all is well
        again, and can then tell you anew. Runs of the draft do not count.
      </p>
      <QueryView
        query={query}
        loading={<RowSkeletons count={3} label="Loading the alerts…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch the alerts" {...failure} />}
      >
        {({ rules }) => <RulesForm workflowId={workflowId} rules={rules} />}
      </QueryView>
    </section>
  )
}

interface RulesFormProps {
  readonly workflowId: string
  readonly rules: readonly AlertRule[]
}

/** What the form says: the rules that are on, or which thresholds are none. */
function readForm(form: HTMLFormElement) {
  const data = new FormData(form)
  const rules: WantedRule[] = []
  const wrong: AlertKind[] = []
  for (const kind of ALERT_KINDS) {
    if (!data.has(kind)) continue
    const threshold = Number(data.get(`${kind}-threshold`))
    if (isThreshold(threshold)) rules.push({ kind, threshold, byMail: data.has(`${kind}-mail`) })
    else wrong.push(kind)
  }
  return { rules, wrong }
}

function RulesForm({ workflowId, rules }: RulesFormProps) {
  const client = useQueryClient()
  const [wrong, setWrong] = useState<readonly AlertKind[]>([])
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: WantedRule[]) =>
      api<typeof alertsContract.set>('PUT', '/api/workflows/:id/alerts', {
        params: { id: workflowId },
        body: { rules: wanted },
      }),
    onSuccess: (answer) => {
      client.setQueryData(['/api/workflows', workflowId, 'alerts'], answer)
      toast({ kind: 'success', title: 'Alerts saved' })
    },
    onError: (error) =>
      toast({ kind: 'error', title: 'The alerts were not saved', description: toApiError(error).message }),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readForm(event.currentTarget)
    setWrong(read.wrong)
    const first = read.wrong[0]
    if (first === undefined) mutate(read.rules)
    else event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}-threshold"]`)?.focus()
  }
  return (
    <form onSubmit={submit} noValidate aria-label="Alerts" className="flex flex-col gap-4">
      <ul className="@container divide-y divide-line rounded-10 border border-line bg-surface">
        {ALERT_KINDS.map((kind) => (
          <RuleRow
            key={kind}
            kind={kind}
            rule={rules.find((rule) => rule.kind === kind)}
            error={wrong.includes(kind) ? `A whole number from 1 to ${MOST.toLocaleString('en')}` : undefined}
          />
        ))}
      </ul>
      <div>
        <Button type="submit" variant="primary" icon={Bell} busy={isPending}>
          Save alerts
        </Button>
      </div>
    </form>
  )
}

interface RuleRowProps {
  readonly kind: AlertKind
  readonly rule: AlertRule | undefined
  readonly error: string | undefined
}

function RuleRow({ kind, rule, error }: RuleRowProps) {
  const { label, field, unit, usual } = KINDS[kind]
  return (
    <li
      id={`alert-${kind}`}
      className="grid scroll-mt-20 items-start gap-x-6 gap-y-3 p-4 @xl:grid-cols-[minmax(0,1fr)_12rem_8rem]"
    >
      <div className="flex flex-col gap-2 @xl:pt-6">
        <CheckboxField name={kind} label={label} defaultChecked={rule !== undefined} />
        {rule === undefined ? null : rule.firingSince === null ? (
          <Badge kind="ok">All is well</Badge>
        ) : (
          <p className="flex flex-wrap items-center gap-2 text-14">
            <Badge kind="bad">Alert</Badge>
            <span>
              {alertText(kind, rule.threshold)} Since <TimeAgo at={rule.firingSince} />.
            </span>
          </p>
        )}
      </div>
      <TextField
        name={`${kind}-threshold`}
        label={
          <>
            {field}
            <span className="sr-only">, {label.toLowerCase()}</span>
          </>
        }
        inputMode="numeric"
        unit={unit}
        error={error}
        defaultValue={String(rule?.threshold ?? usual)}
      />
      <CheckboxField
        name={`${kind}-mail`}
        label={
          <>
            By mail<span className="sr-only">, {label.toLowerCase()}</span>
          </>
        }
        defaultChecked={rule?.byMail ?? true}
        className="@xl:pt-6"
      />
    </li>
  )
}
