import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { toast } from '#src/client/toasts.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import type { accountDeletionContract } from './account-deletion.schema.ts'
import { KeepAccount } from './keep-account.web.tsx'

const deletion = getting<typeof accountDeletionContract.get>('/api/account/deletion')

/** The way out, what it means, and, while there is time, the way back. */
export function AccountDeletionPanel() {
  const query = useQuery(deletion)
  const client = useQueryClient()
  return (
    <Card heading="Delete my account">
      <QueryView
        query={query}
        loading={<RowSkeletons count={1} />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="This could not be loaded" {...failure} />}
      >
        {({ dueAt }) =>
          dueAt === null ? <Leave /> : <KeepAccount dueAt={dueAt} onKept={() => client.invalidateQueries(deletion)} />
        }
      </QueryView>
    </Card>
  )
}

function Leave() {
  const [asking, setAsking] = useState(false)
  /** Why the account cannot be deleted as it is: its owner has not been paid. */
  const [owed, setOwed] = useState<string>()
  const withFresh = useFreshSignIn()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      withFresh(() =>
        api<typeof accountDeletionContract.request>('POST', '/api/account/deletion', {
          body: { giveUpBalance: owed !== undefined },
        }),
      ),
    // Everybody is signed out by now; a full load forgets what this page still holds.
    onSuccess: () => window.location.assign('/'),
    onError: (error) => {
      setAsking(false)
      const failure = toApiError(error)
      if (failure.code === 'BALANCE_LEFT') return setOwed(failure.message)
      return toast({ kind: 'error', title: 'The account was not deleted', description: failure.message })
    },
  })
  return (
    <div className="flex flex-col items-start gap-4 text-14">
      <p>
        You are signed out everywhere at once, and your workflows and API keys stop. For 14 days you can sign in and
        keep the account; then your name, email address, workflows, runs, keys, notifications and settings are deleted.
      </p>
      <p className="text-text-2">
        What stays, without your name: entries of the security log under an id that leads nowhere, because it must not
        be changed afterwards; counts of runs and views; and the code of tools that you published, because purchases and
        other people’s workflows rest on it. You may want to <TextLink to="#data">export your data</TextLink> first.
      </p>
      {owed === undefined ? null : (
        <p role="alert" className="font-medium text-warn">
          {owed} <TextLink to="/earnings">Earnings</TextLink>
        </p>
      )}
      <Button variant="danger" onClick={() => setAsking(true)}>
        {owed === undefined ? 'Delete my account…' : 'Give the money up and delete…'}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate()}
        title="Delete your account?"
        confirmLabel="Delete my account"
        typeToConfirm={owed === undefined ? 'delete' : 'give up'}
        danger
        busy={isPending}
      >
        <p>Your webhooks stop answering now. You have 14 days to sign in and keep the account.</p>
        {owed === undefined ? null : (
          <p>Money that is yours then, with what you sell until then, stays with Fettle and cannot be claimed later.</p>
        )}
      </ConfirmDialog>
    </div>
  )
}
