import { ShieldCheck } from 'lucide-react'
import { type LoaderFunctionArgs, Outlet, useLoaderData, useRevalidator } from 'react-router'
import { Protected } from '#src/client/protected.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { requireUser } from '#src/client/require-user.ts'
import { freshSignInRequests } from '#src/features/accounts/fresh-sign-in-requests.ts'
import { isErrorEnvelope } from '#src/lib/error-envelope.ts'
import { isAdmin } from '#src/lib/roles.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { ForbiddenState } from '#src/ui/states.tsx'
import type { peopleContract } from './people.schema.ts'

/** Why the area stays shut for an admin. */
type Lock = 'set-up' | 'confirm'

export async function loader(args: LoaderFunctionArgs): Promise<{ lock: Lock | null }> {
  const user = requireUser(args)
  // Who has no business here is not told that there is something.
  if (!isAdmin(user.role)) throw new Response('Not Found', { status: 404 })
  try {
    await args.context.get(requestContext).call<typeof peopleContract.overview>('GET', '/api/admin', {})
    return { lock: null }
  } catch (error) {
    if (await wantsSecondFactor(error)) return { lock: user.hasSecondFactor ? 'confirm' : 'set-up' }
    throw error
  }
}

async function wantsSecondFactor(error: unknown): Promise<boolean> {
  if (!(error instanceof Response) || error.status !== 403) return false
  const body: unknown = await error.clone().json()
  return isErrorEnvelope(body) && body.error.code === 'SECOND_FACTOR_REQUIRED'
}

/** The admin area, or what is missing to enter it. */
export default function AdminPage() {
  const { lock } = useLoaderData<typeof loader>()
  return lock === null ? (
    <Protected waiting={<PageSpinner />}>
      <Outlet />
    </Protected>
  ) : (
    <Locked lock={lock} />
  )
}

function Locked({ lock }: { lock: Lock }) {
  const { revalidate } = useRevalidator()
  const confirm = async () => {
    if (await freshSignInRequests.ask()) await revalidate()
  }
  return (
    <>
      <title>Admin · Fettle</title>
      <PageHeader title="Admin" />
      <PageBody>
        {lock === 'set-up' ? (
          <ForbiddenState
            title="Set up two-factor authentication first"
            actions={
              <ButtonLink to="/settings#second-factor" variant="primary" icon={ShieldCheck}>
                Set it up in your settings
              </ButtonLink>
            }
          >
            A password alone does not open the admin area: whoever guessed it could act for everybody here.
          </ForbiddenState>
        ) : (
          <ForbiddenState
            title="Confirm that it is you"
            actions={
              <Button variant="primary" icon={ShieldCheck} onClick={() => void confirm()}>
                Confirm with your second factor
              </Button>
            }
          >
            You signed in without your second factor. The admin area opens once you have proved it.
          </ForbiddenState>
        )}
      </PageBody>
    </>
  )
}
