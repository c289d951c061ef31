import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import { ROLES, type Role } from '#src/lib/roles.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { RadioGroupField } from '#src/ui/fields/choice-fields.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { type Person, type peopleContract, REASON_MAX } from './people.schema.ts'
import { ROLE_WORDS } from './role-words.ts'
import { SuspensionEffectList } from './suspension-effect.web.tsx'

export interface PersonTask {
  readonly kind: 'propose' | 'suspend' | 'withdraw' | 'lift' | 'end-sessions' | 'give-pro' | 'take-pro' | 'role'
  readonly person: Person
}

interface Words {
  readonly title: (name: string) => string
  readonly text: string
  readonly verb: string
  readonly done: string
  readonly danger?: true
}
const WORDS: Readonly<Record<PersonTask['kind'], Words>> = {
  propose: {
    title: (name) => `Suspend ${name}?`,
    text: 'They are signed out everywhere, their API keys are refused, and their tools leave the catalogue. They get a mail with the reason. Where there is another admin, it happens once that one agrees.',
    verb: 'Suspend',
    done: 'Done, or proposed to the other admins',
    danger: true,
  },
  withdraw: {
    title: (name) => `Withdraw the suspension of ${name}?`,
    text: 'It was proposed and is not in effect yet. Nothing happens to the account.',
    verb: 'Withdraw',
    done: 'Withdrawn',
  },
  suspend: {
    title: (name) => `Agree to suspend ${name}?`,
    text: 'They are signed out everywhere at once, their API keys are refused, and their tools leave the catalogue. They get a mail with the reason.',
    verb: 'Agree and suspend',
    done: 'Suspended',
    danger: true,
  },
  lift: {
    title: (name) => `Lift the suspension of ${name}?`,
    text: 'They can sign in again, their API keys work, and their tools are back but for those that something else keeps out. They get a mail.',
    verb: 'Lift the suspension',
    done: 'The suspension was lifted',
  },
  'end-sessions': {
    title: (name) => `End all sessions of ${name}?`,
    text: 'They are signed out in every browser and can sign in again.',
    verb: 'End sessions',
    done: 'Sessions ended',
  },
  'give-pro': {
    title: (name) => `Give ${name} Pro for a year?`,
    text: 'They may publish tools with code of their own.',
    verb: 'Give Pro',
    done: 'Pro given',
  },
  'take-pro': {
    title: (name) => `Take Pro from ${name}?`,
    text: 'What they have published goes on; they publish no more code of their own.',
    verb: 'Take Pro',
    done: 'Pro taken',
    danger: true,
  },
  role: {
    title: (name) => `Change the role of ${name}`,
    text: 'The new role counts at once. They get a mail.',
    verb: 'Change the role',
    done: 'Role changed',
  },
}

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] }))

interface Given {
  readonly reason: string
  readonly role: Role
}

async function carryOut({ kind, person: { id } }: PersonTask, { reason, role }: Given): Promise<void> {
  const params = { id }
  switch (kind) {
    case 'propose':
    case 'suspend':
      await api<typeof peopleContract.suspend>('POST', '/api/admin/people/:id/suspend', { params, body: { reason } })
      return
    case 'withdraw':
      await api<typeof peopleContract.withdraw>('POST', '/api/admin/people/:id/withdraw-suspension', {
        params,
        body: { reason },
      })
      return
    case 'lift':
      await api<typeof peopleContract.lift>('POST', '/api/admin/people/:id/lift', { params, body: { reason } })
      return
    case 'end-sessions':
      await api<typeof peopleContract.endSessions>('POST', '/api/admin/people/:id/end-sessions', {
        params,
        body: { reason },
      })
      return
    case 'give-pro':
    case 'take-pro':
      await api<typeof peopleContract.givePro>('POST', '/api/admin/people/:id/pro', {
        params,
        body: { reason, ...(kind === 'take-pro' && { days: 0 }) },
      })
      return
    case 'role':
      await api<typeof peopleContract.changeRole>('POST', '/api/admin/people/:id/role', {
        params,
        body: { reason, role },
      })
  }
}

interface PersonDialogProps {
  /** Asks while there is one. */
  readonly task: PersonTask | undefined
  readonly onClose: () => void
}

/** Each act of an admin has a reason, which goes into the audit log. */
export function PersonDialog({ task, onClose }: PersonDialogProps) {
  return (
    <Dialog
      open={task !== undefined}
      onClose={onClose}
      title={task === undefined ? '' : WORDS[task.kind].title(task.person.name)}
      size="small"
    >
      {task === undefined ? null : <ReasonForm key={`${task.kind} ${task.person.id}`} task={task} onClose={onClose} />}
    </Dialog>
  )
}

/** Names are not unique; and whoever agrees reads what they agree to. */
function About({ task: { kind, person } }: { readonly task: PersonTask }) {
  const { email, proposed } = person
  return (
    <div className="flex flex-col gap-2 text-14 [overflow-wrap:anywhere]">
      <p className="font-medium">{email}</p>
      {kind !== 'suspend' || proposed === null ? null : (
        <p className="border-s-2 border-line ps-3">
          {proposed.by?.name ?? 'Somebody who has left'} proposes it: {proposed.reason}
        </p>
      )}
    </div>
  )
}

type Errors = Partial<Record<'reason' | 'role' | 'form', string>>

function ReasonForm({ task, onClose }: { readonly task: PersonTask; readonly onClose: () => void }) {
  const words = WORDS[task.kind]
  const id = useId()
  const client = useQueryClient()
  const withFresh = useFreshSignIn()
  const [role, setRole] = useState<Role>(task.person.role)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const refuse = (found: Errors) => {
    setErrors(found)
    if (found.reason !== undefined) document.getElementById(`${id}-reason`)?.focus()
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (reason === '') return refuse({ reason: 'Say why' })
    setBusy(true)
    try {
      await withFresh(() => carryOut(task, { reason, role }))
      onClose()
      toast({ kind: 'success', title: words.done, description: task.person.name })
      await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin') })
    } catch (error) {
      const { message, details } = toApiError(error)
      const [detail] = details
      refuse(detail === undefined ? { form: message } : { [detail.field]: detail.message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <About task={task} />
      <p className="text-text-2">{words.text}</p>
      {task.kind === 'propose' || task.kind === 'suspend' ? <SuspensionEffectList personId={task.person.id} /> : null}
      {errors.form === undefined ? null : (
        <p role="alert" className="rounded-6 border border-bad bg-bad-soft px-4 py-2 font-medium text-bad">
          {errors.form}
        </p>
      )}
      {task.kind === 'role' ? (
        <RadioGroupField
          name="role"
          label="Role"
          options={ROLE_OPTIONS}
          value={role}
          onChange={(value) => setRole(value as Role)}
          error={errors.role}
        />
      ) : null}
      <TextAreaField
        id={`${id}-reason`}
        name="reason"
        label="Reason"
        help="Kept in the audit log."
        required
        rows={3}
        maxLength={REASON_MAX}
        error={errors.reason}
        onInput={() => setErrors({})}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant={words.danger === true ? 'danger' : 'primary'} busy={busy}>
          {words.verb}
        </Button>
      </div>
    </form>
  )
}
