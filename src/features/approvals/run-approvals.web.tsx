import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getting } from '#src/client/query-client.ts'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { outcomeText, personText } from './approval-words.ts'
import type { ApprovalOfRun, approvalsContract } from './approvals.schema.ts'

const LOOK_MS = 3000
const approvalsOf = (executionId: string) =>
  getting<typeof approvalsContract.ofRun>(`/api/executions/${executionId}/approvals`)

/** What the steps of a run ask people, and what they said. Nothing while nobody is asked. */
export function RunApprovals({ executionId, live }: { readonly executionId: string; readonly live: boolean }) {
  const { data, refetch } = useQuery({ ...approvalsOf(executionId), refetchInterval: live ? LOOK_MS : false })
  const wasLive = useRef(live)
  useEffect(() => {
    // Somebody's decision has ended it.
    if (wasLive.current && !live) void refetch()
    wasLive.current = live
  }, [live, refetch])
  if (data === undefined || data.approvals.length === 0) return null
  return (
    <section aria-labelledby="approvals" className="flex flex-col gap-4">
      <SectionHeader id="approvals" title="Approvals" />
      <ul className="flex flex-col gap-2">
        {data.approvals.map((approval) => (
          <Asked key={approval.nodeId} approval={approval} />
        ))}
      </ul>
    </section>
  )
}

const Asked = ({ approval: { question, needed, state, dueAt, people } }: { readonly approval: ApprovalOfRun }) => (
  <li className="flex flex-col gap-2 rounded-6 border border-line bg-surface p-4">
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="font-medium [overflow-wrap:anywhere]">{question}</span>
      <span className="meta-line">
        {outcomeText(state)} · {needed} of {people.length} needed
        {state === 'open' ? (
          <>
            {' '}
            · closes <TimeAgo at={dueAt} />
          </>
        ) : null}
      </span>
    </p>
    <ul className="flex flex-col gap-1 text-14">
      {people.map((person) => (
        <li key={person.email} className="flex flex-wrap gap-x-2">
          <span className="[overflow-wrap:anywhere]">
            {person.name === null ? person.email : `${person.name} (${person.email})`}
          </span>
          <span className="text-text-2 [overflow-wrap:anywhere]">{personText(person)}</span>
          {person.decidedAt === null ? null : <TimeAgo at={person.decidedAt} className="meta-line" />}
        </li>
      ))}
    </ul>
  </li>
)
