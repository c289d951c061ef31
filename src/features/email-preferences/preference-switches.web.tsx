import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { Protected } from '#src/client/protected.tsx'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { toast } from '#src/client/toasts.ts'
import { Card } from '#src/ui/card.tsx'
import { SwitchField } from '#src/ui/fields/flag-fields.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { CATEGORY_WORDS } from './category-words.ts'
import type { emailPreferencesContract, Preference } from './email-preferences.schema.ts'

const preferences = getting<typeof emailPreferencesContract.list>('/api/email-preferences')

export const PreferenceSwitches = () => (
  <Protected waiting={<PageSpinner />}>
    <Switches />
  </Protected>
)

function Switches() {
  const query = useQuery(preferences)
  return (
    <Card heading="What we may mail you" className="max-w-xl">
      <QueryView
        query={query}
        loading={<RowSkeletons count={4} />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Your preferences could not be loaded" {...failure} />}
      >
        {({ email, emailVerified, preferences: list }) => (
          <div className="flex flex-col gap-4">
            {emailVerified ? null : (
              <p className="rounded-6 border border-line bg-warn-soft px-4 py-2 text-14 text-warn">
                {email} is not confirmed yet. Until it is, only mails about your account are sent.
              </p>
            )}
            <ul className="flex flex-col gap-4">
              {list.map((preference) => (
                <li key={preference.category}>
                  <Switch preference={preference} />
                </li>
              ))}
            </ul>
            <p className="border-t border-line pt-4 text-14 text-text-2">
              Mails about your account itself, such as a changed password, always come: they protect you. They go to{' '}
              <span className="[overflow-wrap:anywhere]">{email}</span>, which you change in your{' '}
              <TextLink to="/settings">settings</TextLink>.
            </p>
          </div>
        )}
      </QueryView>
    </Card>
  )
}

/** Shows what was chosen at once, and what was before when the server refuses. */
function Switch({ preference: { category, wanted } }: { preference: Preference }) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<boolean>()
  const { label, help } = CATEGORY_WORDS[category]
  const change = async (next: boolean) => {
    setChosen(next)
    try {
      await api<typeof emailPreferencesContract.change>('PUT', '/api/email-preferences', {
        body: { category, wanted: next },
      })
      await client.invalidateQueries(preferences)
    } catch (error) {
      toast({ kind: 'error', title: 'Your choice was not saved', description: toApiError(error).message })
    } finally {
      setChosen(undefined)
    }
  }
  return (
    <SwitchField
      label={label}
      help={help}
      checked={chosen ?? wanted}
      aria-busy={chosen !== undefined}
      onChange={(event) => {
        if (chosen === undefined) void change(event.currentTarget.checked)
      }}
    />
  )
}
