import { Ellipsis, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { SignedInUser } from '#src/client/request-context.ts'
import { counted } from '#src/lib/counted.ts'
import { isAllowed } from '#src/lib/permissions.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Menu, type MenuItem } from '#src/ui/menu.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { Person } from './people.schema.ts'
import { PersonDialog, type PersonTask } from './person-dialog.web.tsx'
import { ROLE_WORDS } from './role-words.ts'
import { RowKeysHint, useRowKeys } from './use-row-keys.web.tsx'

interface PeopleListProps {
  readonly people: readonly Person[]
  readonly viewer: SignedInUser | null
  readonly busy: boolean
  /** Absent at the end of the list. */
  readonly onMore?: () => void
}

export function PeopleList({ people, viewer, busy, onMore }: PeopleListProps) {
  const [task, setTask] = useState<PersonTask>()
  const mayChangeRole = viewer !== null && isAllowed(viewer.role, 'people.change-role')
  const open = (kind: PersonTask['kind'] | 'suspension', index: number) => {
    const person = people[index]
    if (person === undefined || !mayActOn(person, viewer)) return
    setTask({ kind: kind === 'suspension' ? suspensionOf(person, viewer) : kind, person })
  }
  const { list } = useRowKeys(
    {
      s: (index) => open('suspension', index),
      e: (index) => open('end-sessions', index),
      ...(mayChangeRole && { r: (index: number) => open('role', index) }),
    },
    people.length,
  )
  return (
    <div className="flex flex-col gap-4">
      <RowKeysHint
        keys={[
          ['S', 'suspend, agree or lift'],
          ['E', 'end sessions'],
          ...(mayChangeRole ? [['R', 'role'] as const] : []),
        ]}
      />
      <ul {...list} className="divide-y divide-line rounded-10 border border-line bg-surface">
        {people.map((person) => (
          <Row key={person.id} person={person} viewer={viewer} mayChangeRole={mayChangeRole} onTask={setTask} />
        ))}
      </ul>
      <div className="flex flex-col items-center gap-2">
        <p role="status" className="meta-line">
          {people.length} {people.length === 1 ? 'account' : 'accounts'}
          {onMore ? ', and more' : ''}
        </p>
        {onMore ? (
          <Button busy={busy} onClick={onMore}>
            Load more
          </Button>
        ) : null}
      </div>
      <PersonDialog task={task} onClose={() => setTask(undefined)} />
    </div>
  )
}

/** The server decides; this only spares people a refusal. */
const mayActOn = (person: Person, viewer: SignedInUser | null): boolean =>
  viewer !== null && person.id !== viewer.id && (person.role !== 'super_admin' || viewer.role === 'super_admin')

/** What a key does: who has proposed a suspension can only withdraw it. */
function suspensionOf({ suspended, proposed }: Person, viewer: SignedInUser | null): keyof typeof SUSPENSION_WORDS {
  if (suspended !== null) return 'lift'
  if (proposed === null) return 'propose'
  return proposed.by?.id === viewer?.id ? 'withdraw' : 'suspend'
}
const SUSPENSION_WORDS = {
  lift: 'Lift the suspension…',
  propose: 'Suspend…',
  suspend: 'Agree to the suspension…',
  withdraw: 'Withdraw the suspension…',
} as const

interface RowProps {
  readonly person: Person
  readonly viewer: SignedInUser | null
  readonly mayChangeRole: boolean
  readonly onTask: (task: PersonTask) => void
}

function Row({ person, viewer, mayChangeRole, onTask }: RowProps) {
  const { name, email, role, suspended, proposed, hasSecondFactor, deletionDueAt } = person
  const next = suspensionOf(person, viewer)
  const items: MenuItem[] = [
    {
      label: SUSPENSION_WORDS[next],
      danger: next === 'propose' || next === 'suspend',
      onSelect: () => onTask({ kind: next, person }),
    },
    ...(next === 'suspend'
      ? [{ label: SUSPENSION_WORDS.withdraw, onSelect: () => onTask({ kind: 'withdraw', person }) }]
      : []),
    { label: 'End all sessions…', onSelect: () => onTask({ kind: 'end-sessions', person }) },
    person.proUntil === null
      ? { label: 'Give Pro…', onSelect: () => onTask({ kind: 'give-pro', person }) }
      : { label: 'Take Pro…', onSelect: () => onTask({ kind: 'take-pro', person }) },
    ...(mayChangeRole ? [{ label: 'Change the role…', onSelect: () => onTask({ kind: 'role', person }) }] : []),
  ]
  return (
    <li className="flex items-start justify-between gap-4 px-4 py-3">
      <div className="flex min-w-0 flex-col gap-1 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 font-medium">
          {name}
          {person.id === viewer?.id ? <Badge kind="mark">You</Badge> : null}
          {role === 'user' ? null : <Badge kind="accent">{ROLE_WORDS[role]}</Badge>}
          {hasSecondFactor ? (
            <Badge icon={ShieldCheck}>Two-factor</Badge>
          ) : role === 'user' ? null : (
            <Badge kind="warn">No second factor</Badge>
          )}
          {suspended === null ? null : <Badge kind="bad">Suspended</Badge>}
          {person.proUntil === null ? null : <Badge kind="ok">Pro</Badge>}
          {deletionDueAt === null ? null : <Badge kind="warn">Leaving</Badge>}
        </p>
        <p className="text-13 text-text-2">
          {email}
          {person.emailVerified ? '' : ' (not confirmed)'}
        </p>
        {suspended === null ? null : (
          <p className="text-13 text-bad">
            Suspended <TimeAgo at={suspended.at} />: {suspended.reason}
          </p>
        )}
        {proposed === null ? null : (
          <p className="text-13 text-warn">
            Suspension proposed by {proposed.by?.name ?? 'somebody who has left'} <TimeAgo at={proposed.at} />:{' '}
            {proposed.reason}
          </p>
        )}
        <Facts person={person} />
      </div>
      {mayActOn(person, viewer) ? (
        <Menu
          label={`Actions for ${name}`}
          items={items}
          trigger={(props) => (
            <IconButton {...props} data-row-focus="" icon={Ellipsis} aria-label={`Actions for ${name}`} />
          )}
        />
      ) : (
        <span data-row-focus="" tabIndex={-1} className="sr-only">
          Nothing to do for {name}
        </span>
      )}
    </li>
  )
}

const Facts = ({ person: { createdAt, lastSeenAt, sessions, apiKeys } }: { person: Person }) => (
  <p className="meta-line">
    since <TimeAgo at={createdAt} />
    {lastSeenAt === null ? null : (
      <>
        {' · seen '}
        <TimeAgo at={lastSeenAt} />
      </>
    )}
    {` · ${counted(sessions, 'session')} · ${counted(apiKeys, 'API key')}`}
  </p>
)
