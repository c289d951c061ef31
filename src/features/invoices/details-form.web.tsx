import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { countryOptions } from '#src/lib/countries.ts'
import { Button } from '#src/ui/button.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import type { BillingDetails, invoicesContract } from './invoices.schema.ts'

const FIELDS = ['name', 'address', 'country', 'taxId'] as const

function check(field: (typeof FIELDS)[number], value: string): string | undefined {
  const text = value.trim()
  if (field === 'name') return text === '' ? 'Enter a name' : undefined
  if (field === 'address') return text === '' ? 'Enter an address' : undefined
  if (field === 'country' && text === '') return 'Choose your country'
  return undefined
}

interface DetailsFormProps {
  readonly details: BillingDetails | null
  readonly onSaved: () => void
}

/** Who the buyer is, on every invoice from now on. */
export function DetailsForm({ details, onSaved }: DetailsFormProps) {
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: FIELDS,
    check,
    send: (body) =>
      api<typeof invoicesContract.setDetails>('PUT', '/api/billing/details', { body }).then(() => {
        onSaved()
        toast({ kind: 'success', title: 'Saved for your invoices' })
        return undefined
      }, toApiError),
  })
  return (
    <form {...formProps} className="flex max-w-md flex-col gap-4">
      <FormRefusal message={refusal} />
      <TextField
        {...wired('name')}
        label="Name or company"
        autoComplete="organization"
        maxLength={200}
        defaultValue={details?.name ?? ''}
        required
      />
      <TextAreaField
        {...wired('address')}
        label="Address"
        rows={3}
        maxLength={500}
        autoComplete="street-address"
        defaultValue={details?.address ?? ''}
        required
      />
      <SelectField
        {...wired('country')}
        label="Country"
        options={countryOptions}
        placeholder="Choose a country"
        autoComplete="country"
        defaultValue={details?.country ?? ''}
        required
      />
      <TextField
        {...wired('taxId')}
        label="Tax id"
        help="Leave it empty if you have none"
        maxLength={40}
        defaultValue={details?.taxId ?? ''}
        required={false}
      />
      <p className="text-13 text-text-2">
        Invoices that name nobody yet get this too. The others stay as they were issued.
      </p>
      <Button type="submit" busy={busy} className="w-fit">
        Save
      </Button>
    </form>
  )
}
