import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { centsIn, dollars } from '#src/lib/price-text.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { RadioGroupField, SelectField } from '#src/ui/fields/choice-fields.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { ownCoupons } from './coupon-list.web.tsx'
import { isTooLittle, LEAST_CHARGE, type Off, priceAfter } from './coupon-price.ts'
import type { couponsContract } from './coupons.schema.ts'

type Kind = 'percent' | 'amount'
type SoldTool = AnswerOf<typeof couponsContract.list>['tools'][number]

const KINDS = [
  { value: 'percent', label: 'A percentage' },
  { value: 'amount', label: 'An amount' },
]

/** What is taken off, as it was typed; undefined while it is nothing. */
function offIn(kind: Kind, text: string): Off | undefined {
  if (kind === 'amount') {
    const centsOff = centsIn(text) ?? 0
    return centsOff > 0 ? { percent: null, centsOff } : undefined
  }
  const percent = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return percent >= 1 && percent <= 100 ? { percent, centsOff: null } : undefined
}

const MISSING: Readonly<Record<Kind, string>> = {
  percent: 'Enter a whole number from 1 to 100',
  amount: 'Enter an amount in US dollars',
}

/** What a browser's field for times holds, in its own zone; null when it is empty. */
const toMoment = (text: string): string | null => (text === '' ? null : new Date(text).toISOString())

/** The server has two names for the one field. */
const atField = (error: unknown) => {
  const { message, details } = toApiError(error)
  const nameOf = (field: string) => (field === 'percent' || field === 'centsOff' ? 'off' : field)
  return { message, details: details.map((one) => ({ ...one, field: nameOf(one.field) })) }
}

interface CouponDialogProps {
  readonly tools: readonly SoldTool[]
  readonly onClose: () => void
}

export function CouponDialog({ tools, onClose }: CouponDialogProps) {
  const client = useQueryClient()
  const [kind, setKind] = useState<Kind>('percent')
  const [off, setOff] = useState('')
  const [toolId, setToolId] = useState('')
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['code', 'off', 'maxUses', 'startsAt', 'endsAt'],
    check: (field, value) => {
      if (field === 'code' && value.trim() === '') return 'Enter a code'
      if (field === 'off' && offIn(kind, value) === undefined) return MISSING[kind]
      return field === 'maxUses' && !/^\d*$/.test(value.trim()) ? 'Enter a whole number' : undefined
    },
    send: async ({ code, off: typed, maxUses, startsAt, endsAt }) => {
      try {
        const body = {
          ...{ code, toolId: toolId === '' ? null : toolId, percent: null, centsOff: null, ...offIn(kind, typed) },
          ...{ maxUses: maxUses.trim() === '' ? null : Number(maxUses) },
          ...{ startsAt: toMoment(startsAt), endsAt: toMoment(endsAt) },
        }
        const { coupon } = await api<typeof couponsContract.create>('POST', '/api/coupons', { body })
        toast({ kind: 'success', title: `${coupon.code} is ready` })
        await client.invalidateQueries({ queryKey: ownCoupons.queryKey })
        onClose()
        return undefined
      } catch (error) {
        return atField(error)
      }
    },
  })
  return (
    <Dialog open onClose={onClose} title="New coupon">
      <form {...formProps} className="flex flex-col gap-4">
        <FormRefusal message={refusal} />
        <TextField
          {...wired('code')}
          label="Code"
          help="What people enter. Capital and small letters are the same."
          maxLength={30}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <SelectField
          id="coupon-tool"
          label="For"
          options={[
            { value: '', label: 'All tools that I sell' },
            ...tools.map(({ id, title, price }) => ({ value: id, label: `${title} (${dollars(price)})` })),
          ]}
          value={toolId}
          onChange={({ currentTarget }) => setToolId(currentTarget.value)}
        />
        <RadioGroupField
          name="kind"
          label="Takes off"
          options={KINDS}
          value={kind}
          onChange={(value) => setKind(value === 'amount' ? 'amount' : 'percent')}
        />
        <TextField
          {...wired('off')}
          label={kind === 'percent' ? 'Percentage' : 'Amount in US dollars'}
          unit={kind === 'percent' ? '%' : 'USD'}
          inputMode="decimal"
          autoComplete="off"
          onChange={({ currentTarget }) => setOff(currentTarget.value)}
        />
        <Effect off={offIn(kind, off)} tools={toolId === '' ? tools : tools.filter(({ id }) => id === toolId)} />
        <TextField
          {...wired('maxUses')}
          label="Uses"
          required={false}
          help="Empty: no limit. Each person can use it once."
          inputMode="numeric"
          autoComplete="off"
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            {...wired('startsAt')}
            type="datetime-local"
            label="Start"
            help="Empty: at once"
            required={false}
          />
          <TextField
            {...wired('endsAt')}
            type="datetime-local"
            label="End"
            help="Empty: until you end it"
            required={false}
          />
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Make the coupon
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What the first of the tools would cost, and whether a buyer could pay that. */
function Effect({ off, tools }: { readonly off: Off | undefined; readonly tools: readonly SoldTool[] }) {
  if (off === undefined) return null
  const tooLow = tools.find(({ price }) => isTooLittle(priceAfter(price, off)))
  const [first] = tools
  return (
    <p role="status" className={`text-13 ${tooLow === undefined ? 'text-text-2' : 'text-warn'}`} dir="auto">
      {tooLow !== undefined
        ? `It could not be used for ${tooLow.title}: ${dollars(priceAfter(tooLow.price, off))} would be left to pay, and less than ${dollars(LEAST_CHARGE)} cannot be charged.`
        : first === undefined
          ? null
          : `${first.title} costs ${dollars(priceAfter(first.price, off))} with it instead of ${dollars(first.price)}.`}
    </p>
  )
}
