import { Filter } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'

export type AuditFilter = Readonly<Record<'actor' | 'action' | 'target', string>>

interface AuditFilterFormProps {
  readonly filter: AuditFilter
  readonly onFilter: (filter: AuditFilter) => void
}

export function AuditFilterForm({ filter, onFilter }: AuditFilterFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '').trim()
    onFilter({ actor: text('actor'), action: text('action'), target: text('target') })
  }
  return (
    <search>
      <form onSubmit={submit} className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]">
        <TextField name="actor" label="Who" placeholder="Email or id" defaultValue={filter.actor} maxLength={320} />
        <TextField
          name="action"
          label="Action begins with"
          placeholder="person."
          defaultValue={filter.action}
          maxLength={320}
        />
        <TextField
          name="target"
          label="Target begins with"
          placeholder="user 0192…"
          defaultValue={filter.target}
          maxLength={320}
        />
        <Button type="submit" icon={Filter}>
          Filter
        </Button>
      </form>
    </search>
  )
}
