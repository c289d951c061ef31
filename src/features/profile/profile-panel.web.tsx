import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { toast } from '#src/client/toasts.ts'
import { NAME_MAX, RULES } from '#src/features/accounts/account-rules.ts'
import type { accountsContract, User } from '#src/features/accounts/accounts.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { AvatarField } from './avatar-field.web.tsx'
import { EmailField } from './email-field.web.tsx'
import type { profileContract } from './profile.schema.ts'

const currentUser = getting<typeof accountsContract.current>('/api/user')

/** Name, picture and address of this account. */
export function ProfilePanel() {
  const query = useQuery(currentUser)
  const client = useQueryClient()
  const { revalidate } = useRevalidator()
  const change = async (changed: Partial<User>) => {
    client.setQueryData(currentUser.queryKey, (known) => known && { ...known, ...changed })
    await revalidate()
  }
  return (
    <Card heading="Profile">
      <QueryView
        query={query}
        loading={<RowSkeletons count={3} label="Loading profile…" />}
        offline={<OfflineState level={3} />}
        failed={(failure) => <ErrorState level={3} title="Failed to fetch your profile" {...failure} />}
      >
        {(user) => (
          <div className="flex flex-col gap-6">
            <AvatarField user={user} onChanged={(avatarUrl) => void change({ avatarUrl })} />
            <NameForm name={user.name} onChanged={(name) => void change({ name })} />
            <EmailField user={user} />
          </div>
        )}
      </QueryView>
    </Card>
  )
}

const checkName = (_: 'name', value: string) => {
  if (value.trim() === '') return RULES.nameMissing
  return value.trim().length > NAME_MAX ? RULES.nameLong : undefined
}

function NameForm({ name, onChanged }: { name: string; onChanged: (name: string) => void }) {
  const [typed, setTyped] = useState(name)
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['name'],
    check: checkName,
    send: (body) =>
      api<typeof profileContract.update>('PATCH', '/api/user', { body }).then((user) => {
        setTyped(user.name)
        onChanged(user.name)
        toast({ kind: 'success', title: 'Name changed' })
        return undefined
      }, toApiError),
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormRefusal message={refusal} />
      <div className="flex max-w-md flex-wrap items-end gap-x-3 gap-y-2">
        <TextField
          {...wired('name')}
          label="Name"
          autoComplete="name"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className="min-w-48 flex-1"
        />
        <Button type="submit" busy={busy} disabled={typed.trim() === name}>
          Change name
        </Button>
      </div>
    </form>
  )
}
