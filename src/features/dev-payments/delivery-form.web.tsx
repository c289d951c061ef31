import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { Button } from '#src/ui/button.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import type { DeskProps } from './desk.ts'
import { type devPaymentsContract, MAX_DELIVERIES } from './dev-payments.schema.ts'

const PAUSES = [
  { value: '0', label: 'At once' },
  { value: '10', label: 'After 10 seconds' },
  { value: '60', label: 'After a minute' },
  { value: '3600', label: 'After an hour' },
]
const TIMES = Array.from({ length: MAX_DELIVERIES }, (_, at) => ({
  value: String(at + 1),
  label: at === 0 ? 'Once' : `${at + 1} times`,
}))

/** How webhooks go out from now on: as they should, or as the worst of networks would bring them. */
export function DeliveryForm({ world: { delivery }, busy, act }: DeskProps) {
  const [rules, setRules] = useState(delivery)
  const save = () =>
    act('Webhooks go out like this from now on', () =>
      api<typeof devPaymentsContract.delivery>('PUT', '/api/dev/payments/delivery', { body: rules }),
    )
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="flex flex-wrap gap-4">
        <SelectField
          label="When"
          className="w-48"
          options={PAUSES}
          value={String(rules.afterSeconds)}
          onChange={(event) => setRules({ ...rules, afterSeconds: Number(event.currentTarget.value) })}
        />
        <SelectField
          label="How often"
          className="w-32"
          options={TIMES}
          value={String(rules.times)}
          onChange={(event) => setRules({ ...rules, times: Number(event.currentTarget.value) })}
        />
      </div>
      <CheckboxField
        label="Out of order"
        checked={rules.shuffled}
        onChange={(event) => setRules({ ...rules, shuffled: event.currentTarget.checked })}
      />
      <CheckboxField
        label="Hold all of them back, until I send them"
        checked={rules.held}
        onChange={(event) => setRules({ ...rules, held: event.currentTarget.checked })}
      />
      <Button type="submit" busy={busy} className="w-fit">
        Save
      </Button>
    </form>
  )
}
