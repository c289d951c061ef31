import { useQueryClient } from '@tanstack/react-query'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { moneyText } from './money-text.ts'
import type { BOOKED_AS, reconciliationContract } from './reconciliation.schema.ts'

export interface UnknownMove {
  readonly id: string
  /** In the smallest unit: what our account with the provider gained. */
  readonly net: number
  /** Undefined: US dollars. */
  readonly currency: string | undefined
}

const CHOICES = [
  { value: 'fee', label: 'A charge of the provider, or what it gave back' },
  { value: 'bank', label: 'To our own bank, or from there' },
]
/** Nothing else can be said in books of dollars. */
const NOTED = [{ value: 'noted', label: 'In another currency: explained, and not booked' }]

interface ExplainMoveProps {
  readonly reportId: string
  /** Open while there is one. */
  readonly move: UnknownMove | undefined
  readonly onClose: () => void
  readonly onBooked: (reportId: string) => void
}

/** An admin says what a movement was that the books do not know. */
export const ExplainMove = ({ move, onClose, ...rest }: ExplainMoveProps) => (
  <Dialog open={move !== undefined} onClose={onClose} title="What was this movement?" size="small">
    {move === undefined ? null : <ExplainForm key={move.id} move={move} onClose={onClose} {...rest} />}
  </Dialog>
)

function ExplainForm({ reportId, move, onClose, onBooked }: ExplainMoveProps & { readonly move: UnknownMove }) {
  const client = useQueryClient()
  const withFresh = useFreshSignIn()
  const isForeign = move.currency !== undefined
  const choices = isForeign ? NOTED : CHOICES
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['as', 'reason'],
    check: (field: 'as' | 'reason', value) => (field === 'reason' && value.trim().length < 3 ? 'Say why' : undefined),
    send: ({ as, reason }: Record<'as' | 'reason', string>) => {
      const book = () =>
        api<typeof reconciliationContract.book>('POST', '/api/admin/reconciliation/:id/moves/:moveId', {
          params: { id: reportId, moveId: move.id },
          body: { as: as as (typeof BOOKED_AS)[number], reason },
        })
      return withFresh(book).then(async ({ id }) => {
        toast({ kind: 'success', title: isForeign ? 'Noted, and compared again' : 'Booked, and compared again' })
        onBooked(id)
        await client.invalidateQueries({ queryKey: ['/api/admin/reconciliation'] })
        return undefined
      }, toApiError)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormRefusal message={refusal} />
      <p className="text-14 text-text-2">
        <code className="font-mono text-13">{move.id}</code> moved {moneyText(move.net, move.currency)}.{' '}
        {isForeign ? 'The books are in US dollars and do not have it; it' : 'It is booked as what you say, and'} stands
        in the audit log with your reason. It moves no money.
      </p>
      <SelectField {...wired('as')} label="It was" options={choices} defaultValue={choices[0]?.value ?? ''} />
      <TextField {...wired('reason')} label="Reason" maxLength={500} autoComplete="off" />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {isForeign ? 'Note it' : 'Book it'}
        </Button>
      </div>
    </form>
  )
}
