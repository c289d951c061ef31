import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRevalidator, useRouteLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import type { SignedInUser } from '#src/client/request-context.ts'
import { toast } from '#src/client/toasts.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import type { AnswerOf } from '#src/lib/contract.ts'
import { isAdmin } from '#src/lib/roles.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { RecoveryCodesDialog } from './recovery-codes.web.tsx'
import type { secondFactorContract } from './second-factor.schema.ts'
import { type TotpSecret, TotpSetUp } from './totp-set-up.web.tsx'

type Status = AnswerOf<typeof secondFactorContract.status>

export const secondFactorStatus = getting<typeof secondFactorContract.status>('/api/second-factor')

type Question = 'turn-off' | 'replace-codes'

/** What the panel can do; each change asks for a fresh sign-in when the last one is old. */
function useChanges() {
  const client = useQueryClient()
  const { revalidate } = useRevalidator()
  const withFresh = useFreshSignIn()
  const [busy, setBusy] = useState<'set-up' | Question>()
  const run = async <T,>(
    what: 'set-up' | Question,
    failed: string,
    change: () => Promise<T>,
  ): Promise<T | undefined> => {
    setBusy(what)
    try {
      return await withFresh(change)
    } catch (error) {
      toast({ kind: 'error', title: failed, description: toApiError(error).message })
      return undefined
    } finally {
      setBusy(undefined)
    }
  }
  const refresh = async () => {
    await Promise.all([client.invalidateQueries(secondFactorStatus), revalidate()])
  }
  return { busy, run, refresh }
}

/** The authenticator app and the recovery codes of this account. */
export function TwoFactorPanel() {
  const query = useQuery(secondFactorStatus)
  const { busy, run, refresh } = useChanges()
  const [secret, setSecret] = useState<TotpSecret>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [question, setQuestion] = useState<Question>()

  const setUp = async () =>
    setSecret(
      await run('set-up', 'The set-up did not begin', () =>
        api<typeof secondFactorContract.begin>('POST', '/api/second-factor/totp', {}),
      ),
    )
  const onConfirmed = (recoveryCodes: readonly string[] | null) => {
    setSecret(undefined)
    if (recoveryCodes === null) toast({ kind: 'success', title: 'Your authenticator app is on' })
    else setCodes(recoveryCodes)
    void refresh()
  }
  const turnOff = async () => {
    const done = await run('turn-off', 'It was not turned off', () =>
      api<typeof secondFactorContract.turnOff>('DELETE', '/api/second-factor/totp', {}),
    )
    setQuestion(undefined)
    if (done) toast({ kind: 'success', title: 'Your authenticator app is off' })
    await refresh()
  }
  const replaceCodes = async () => {
    const made = await run('replace-codes', 'No new codes were made', () =>
      api<typeof secondFactorContract.replaceRecoveryCodes>('POST', '/api/second-factor/recovery-codes', {}),
    )
    setQuestion(undefined)
    setCodes(made?.recoveryCodes)
    await refresh()
  }

  return (
    <Card heading="Two-factor authentication">
      <QueryView
        query={query}
        loading={<RowSkeletons count={2} />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="This could not be loaded" {...failure} />}
      >
        {(status) => (
          <div className="flex flex-col gap-6">
            <App
              status={status}
              busy={busy === 'set-up'}
              onSetUp={() => void setUp()}
              onTurnOff={() => setQuestion('turn-off')}
            />
            {status.totpSince !== null || status.passkeys > 0 ? (
              <Codes left={status.recoveryCodesLeft} onReplace={() => setQuestion('replace-codes')} />
            ) : null}
          </div>
        )}
      </QueryView>
      <TotpSetUp secret={secret} onClose={() => setSecret(undefined)} onConfirmed={onConfirmed} />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
      <ConfirmDialog
        open={question === 'turn-off'}
        onClose={() => setQuestion(undefined)}
        onConfirm={() => void turnOff()}
        title="Turn off your authenticator app?"
        confirmLabel="Turn off"
        danger
        busy={busy === 'turn-off'}
      >
        <p>
          Your password alone will then sign you in, unless you have a passkey. Recovery codes go with the last of the
          two.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={question === 'replace-codes'}
        onClose={() => setQuestion(undefined)}
        onConfirm={() => void replaceCodes()}
        title="Make new recovery codes?"
        confirmLabel="Make new codes"
        busy={busy === 'replace-codes'}
      >
        <p>The codes that you have now stop working at once.</p>
      </ConfirmDialog>
    </Card>
  )
}

interface AppProps {
  readonly status: Status
  readonly busy: boolean
  readonly onSetUp: () => void
  readonly onTurnOff: () => void
}

function App({ status, busy, onSetUp, onTurnOff }: AppProps) {
  const role = useRouteLoaderData<{ viewer: SignedInUser | null }>('root')?.viewer?.role ?? 'user'
  const { totpSince, passkeys } = status
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="flex flex-wrap items-center gap-2 text-14">
          Authenticator app {totpSince === null ? <Badge>Off</Badge> : <Badge kind="ok">On</Badge>}
        </h3>
        {totpSince === null ? (
          <p className="text-14 text-text-2">
            After your password, signing in then asks for a code from your phone. Somebody who knows your password
            cannot come in.
          </p>
        ) : (
          <p className="meta-line">
            set up <TimeAgo at={totpSince} />
          </p>
        )}
        {isAdmin(role) && totpSince === null && passkeys === 0 ? (
          <p className="mt-1 text-14 text-warn">Your role opens the administration only with a second factor.</p>
        ) : null}
      </div>
      {totpSince === null ? (
        <Button busy={busy} onClick={onSetUp}>
          Set up
        </Button>
      ) : (
        <Button onClick={onTurnOff} aria-label="Turn off your authenticator app">
          Turn off
        </Button>
      )}
    </div>
  )
}

function Codes({ left, onReplace }: { readonly left: number; readonly onReplace: () => void }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 border-t border-line pt-4">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="flex flex-wrap items-center gap-2 text-14">
          Recovery codes <Badge kind={left < 3 ? 'warn' : 'neutral'}>{left === 0 ? 'None left' : `${left} left`}</Badge>
        </h3>
        <p className="text-14 text-text-2">Each signs you in once when your second factor is lost.</p>
      </div>
      <Button onClick={onReplace}>New codes</Button>
    </div>
  )
}
