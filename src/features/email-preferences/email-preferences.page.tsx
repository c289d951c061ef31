import { MailX } from 'lucide-react'
import { Suspense } from 'react'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requestContext } from '#src/client/request-context.ts'
import { requireUser } from '#src/client/require-user.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import type { emailPreferencesContract } from './email-preferences.schema.ts'
import { Unsubscribe } from './unsubscribe.web.tsx'

/** With the token of a mail for everybody, without one for who is signed in. */
export async function loader(args: LoaderFunctionArgs) {
  const token = args.url.searchParams.get('token')
  if (token === null) {
    requireUser(args)
    return { kind: 'own' as const }
  }
  const { call } = args.context.get(requestContext)
  try {
    const link = await call<typeof emailPreferencesContract.show>('GET', '/api/unsubscribe/:token', {
      params: { token },
    })
    return { kind: 'link' as const, token, ...link }
  } catch (error) {
    if (error instanceof Response && error.status === 404) return data({ kind: 'unknown' as const }, { status: 404 })
    throw error
  }
}

// The page of a link is public and light: what the account's own page needs comes when it is shown.
const PreferenceSwitches = lazyPart(async () => (await import('./preference-switches.web.tsx')).PreferenceSwitches)

export default function EmailPreferencesPage() {
  const loaded = useLoaderData<typeof loader>()
  const title = loaded.kind === 'own' ? 'Email preferences' : 'Unsubscribe'
  return (
    <>
      <title>{`${title} · Fettle`}</title>
      <meta name="robots" content="noindex" />
      <PageHeader title={title} lead={loaded.kind === 'own' ? 'Choose what reaches your mailbox.' : undefined} />
      <PageBody>
        {loaded.kind === 'own' ? (
          <div>
            <Suspense fallback={<PageSpinner />}>
              <PreferenceSwitches />
            </Suspense>
          </div>
        ) : null}
        {loaded.kind === 'link' ? <Unsubscribe key={loaded.token} {...loaded} /> : null}
        {loaded.kind === 'unknown' ? (
          <EmptyState icon={MailX} title="This link is not complete">
            <p>
              Copy it whole from the mail, or choose in your{' '}
              <TextLink to="/email-preferences">email preferences</TextLink>.
            </p>
          </EmptyState>
        ) : null}
      </PageBody>
    </>
  )
}
