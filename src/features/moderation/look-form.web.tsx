import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import type { moderationContract } from './moderation.schema.ts'

/** For a tool that a moderator has come across: it is hidden or removed in the queue, with a reason like any other. */
export function LookForm({ onOpened }: { readonly onOpened: () => void }) {
  const [round, setRound] = useState(0)
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['tool'],
    check: (_, value) => (value.trim() === '' ? 'Enter the address of a tool' : undefined),
    send: (body) =>
      api<typeof moderationContract.look>('POST', '/api/admin/moderation/tools', { body }).then((answer) => {
        toast({ kind: 'success', title: `In the queue: ${answer.case.tool?.title}` })
        setRound((count) => count + 1)
        onOpened()
        return undefined
      }, toApiError),
  })
  return (
    <Disclosure summary={<>Look at a tool that nobody has reported</>}>
      <form key={round} {...formProps} className="flex max-w-xl flex-col gap-4">
        <FormRefusal message={refusal} />
        <TextField {...wired('tool')} label="Tool" help="Its address, such as /fxn/tip-calculator" required />
        <Button type="submit" className="w-fit" busy={busy}>
          Put it into the queue
        </Button>
      </form>
    </Disclosure>
  )
}
