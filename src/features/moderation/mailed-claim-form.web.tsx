import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { COPYRIGHT_WORDS, WORK_MAX } from '#src/features/copyright/copyright-rules.ts'
import { Button } from '#src/ui/button.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { ErrorSummary } from '#src/ui/fields/error-summary.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import type { moderationContract } from './moderation.schema.ts'

const MISSING = {
  tool: 'Enter the address of a tool',
  claimant: 'Enter the name of who claims',
  email: 'Enter their email address',
  work: COPYRIGHT_WORDS.work,
  receivedOn: 'Enter the day on which it came',
}
const FIELDS = ['tool', 'claimant', 'email', 'work', 'receivedOn'] as const

/** For a copyright claim that somebody has sent in another way than by reporting the tool. */
export function MailedClaimForm({ onEntered }: { readonly onEntered: () => void }) {
  const [round, setRound] = useState(0)
  const { errors, attempt, refusal, busy, formProps, wired } = useCheckedForm({
    fields: FIELDS,
    check: (field, value) => (value.trim() === '' ? MISSING[field] : undefined),
    send: (body) =>
      api<typeof moderationContract.claimByMail>('POST', '/api/admin/moderation/claims', { body }).then(
        ({ reference }) => {
          toast({ kind: 'success', title: `In the queue: ${reference}` })
          setRound((count) => count + 1)
          onEntered()
          return undefined
        },
        toApiError,
      ),
  })
  // The other form of the page has a field of the same name.
  const field = (name: (typeof FIELDS)[number]) => ({ ...wired(name), id: `claim-${name}` })
  return (
    <Disclosure summary={<>Enter a copyright claim that came by mail</>}>
      <form key={round} {...formProps} className="flex max-w-xl flex-col gap-4">
        <ErrorSummary key={attempt} errors={errors.map(({ id, message }) => ({ id: `claim-${id}`, message }))} />
        <FormRefusal message={refusal} />
        <TextField {...field('tool')} label="Tool" help="Its address, such as /fxn/tip-calculator" />
        <TextField {...field('claimant')} label="Who claims it" maxLength={120} />
        <TextField {...field('email')} label="Their email address" type="email" />
        <TextAreaField {...field('work')} label="The work, and where it can be seen" rows={3} maxLength={WORK_MAX} />
        <TextField {...field('receivedOn')} label="Received on" type="date" />
        <Button type="submit" className="w-fit" busy={busy}>
          Put it into the queue
        </Button>
      </form>
    </Disclosure>
  )
}
