import { useQueryClient } from '@tanstack/react-query'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import { Button } from '#src/ui/button.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { HOLD_REASON_MAX } from './payouts-admin.schema.ts'

interface ReasonFormProps {
  /** What follows. */
  readonly text: string
  /** Who reads the reason. */
  readonly help: string
  readonly verb: string
  readonly danger: boolean
  /** Said when it is done, and of whom. */
  readonly done: string
  readonly of: string
  readonly carryOut: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks an admin why, and does it after a fresh sign-in. */
export function ReasonForm({ text, help, verb, danger, done, of, carryOut, onClose }: ReasonFormProps) {
  const client = useQueryClient()
  const withFresh = useFreshSignIn()
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['reason'],
    check: (_, value) => (value.trim().length < 3 ? 'Say why' : undefined),
    send: ({ reason }) =>
      withFresh(() => carryOut(reason)).then(() => {
        onClose()
        toast({ kind: 'success', title: done, description: of })
        void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin') })
        return undefined
      }, toApiError),
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormRefusal message={refusal} />
      <p className="text-text-2">{text}</p>
      <TextAreaField {...wired('reason')} label="Reason" help={help} rows={3} maxLength={HOLD_REASON_MAX} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {verb}
        </Button>
      </div>
    </form>
  )
}
