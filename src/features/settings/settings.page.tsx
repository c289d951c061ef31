import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { Protected } from '#src/client/protected.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import type { oidcContract } from '#src/features/oidc/oidc.schema.ts'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { SETTINGS_SECTIONS } from './settings-sections.web.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  const available = await firstData(call<typeof oidcContract.available>('GET', '/api/sign-in/provider', {}))
  return { hasProvider: available?.provider !== null }
}

export default function SettingsPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <Settings />
    </Protected>
  )
}

/** The panels arrive one after the other, so what an anchor names is where it should be only after the last one. */
const useAnchor = () => {
  const { hash } = useLocation()
  useEffect(() => {
    const target = hash === '' ? null : document.getElementById(hash.slice(1))
    if (target === null) return
    const settle = new ResizeObserver(() => target.scrollIntoView())
    settle.observe(document.body)
    const stop = () => settle.disconnect()
    const listening = new AbortController()
    for (const event of ['wheel', 'pointerdown', 'keydown'] as const)
      window.addEventListener(event, stop, { signal: listening.signal, passive: true })
    return () => {
      stop()
      listening.abort()
    }
  }, [hash])
}

const Loading = ({ label }: { label: string }) => <RowSkeletons count={3} label={`Loading ${label}…`} />

const neverChanges = () => () => undefined
/** False on the server and until this page's scripts have taken over. */
const useIsAwake = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

function Settings() {
  useAnchor()
  // A panel from the server would look ready long before its own script arrives, and lose the first click.
  const isAwake = useIsAwake()
  const { hasProvider } = useLoaderData<typeof loader>()
  const sections = SETTINGS_SECTIONS.filter(({ id }) => id !== 'providers' || hasProvider)
  return (
    <>
      <title>Settings · Fettle</title>
      <PageHeader title="Settings" lead="Who you are here, how you sign in, and what is yours." />
      <PageBody>
        <div className="grid items-start gap-8 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-12">
          <nav aria-label="Settings" className="lg:sticky lg:top-20">
            <ul className="flex flex-wrap gap-x-1 gap-y-1 lg:flex-col">
              {sections.map(({ id, label }) => (
                <li key={id}>
                  <Link
                    to={{ hash: id }}
                    className="flex min-h-9 items-center rounded-6 px-2.5 text-14 text-text-2 hover:bg-hover hover:text-text pointer-coarse:min-h-11"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="flex min-w-0 max-w-3xl flex-col gap-8">
            {sections.map(({ id, label, Panel }) => (
              <div key={id} id={id}>
                {isAwake ? (
                  <Suspense fallback={<Loading label={label} />}>
                    <Panel />
                  </Suspense>
                ) : (
                  <Loading label={label} />
                )}
              </div>
            ))}
          </div>
        </div>
      </PageBody>
    </>
  )
}
