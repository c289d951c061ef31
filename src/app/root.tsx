import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useRouteLoaderData,
} from 'react-router'
import { type PageServices, requestContext } from '#src/client/request-context.ts'
import type { favoritesContract } from '#src/features/favorites/favorites.schema.ts'
import type { notificationsContract } from '#src/features/notifications/notifications.schema.ts'
import { isEmbedPath } from '#src/lib/embed-path.ts'
import { isFormPath } from '#src/lib/form-path.ts'
import { dataTheme, THEME_COLORS } from '#src/lib/theme.ts'
import { textFontUrl } from '#src/ui/fonts.ts'
import type { FooterColumn } from '#src/ui/shell/footer.tsx'
import styleUrl from './app.css?url'
import { ErrorPage } from './error-page.tsx'
import { SiteShell } from './site-shell.tsx'

// An import without ?url would be loaded a second time, with a new layout of the page, by the first part that comes later.
export const links = () => [{ rel: 'stylesheet', href: styleUrl }]

// Words that come with the page: in its script they would weigh on every first visit.
const API_REFERENCE = { label: 'API reference', to: '/api/docs' }
const FOOTER: readonly FooterColumn[] = [
  {
    heading: 'Product',
    links: [
      { label: 'Explore tools', to: '/explore' },
      { label: 'Workflows', to: '/workflows' },
      { label: 'Pricing', to: '/pricing' },
    ],
  },
  {
    heading: 'Support',
    links: [{ label: 'Write to us', to: '/support' }, API_REFERENCE],
  },
  {
    heading: 'Legal',
    links: [
      { label: 'Terms of use', to: '/terms' },
      { label: 'Privacy policy', to: '/privacy' },
    ],
  },
]
const DEVELOPMENT = [
  { label: 'Mailbox', to: '/dev/mailbox' },
  { label: 'Design system', to: '/dev/ui' },
]
const FOOTER_NOTE = 'Built-in tools run in your browser. What you type into them stays there.'
const TEST_PAYMENTS = 'Payments are tests here: no money moves. Do not enter a real card.'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const services = context.get(requestContext)
  const { pathname } = new URL(request.url)
  const { theme, sidebarCollapsed, viewer, production, publicUrl, contentUrl } = services
  const { supportEmail, testPayments, taxes, nonce } = services
  const [unreadNotifications, favorites] =
    viewer === null ? [0, []] : await Promise.all([countUnread(services), listFavorites(services)])
  return {
    isAlone: isEmbedPath(pathname) || isFormPath(pathname),
    theme,
    sidebarCollapsed,
    viewer,
    production,
    publicUrl,
    contentUrl,
    supportEmail,
    testPayments,
    taxes,
    notice: production && testPayments ? TEST_PAYMENTS : null,
    developerPages: production ? [API_REFERENCE] : [API_REFERENCE, ...DEVELOPMENT],
    footer: FOOTER,
    footerNote: FOOTER_NOTE,
    unreadNotifications,
    favorites,
    // Vite's own style tags need it in development; a built page must not carry its nonce where a script could read it.
    devNonce: import.meta.env.DEV ? nonce : undefined,
  }
}

/** A page is not to fail for the number on its bell. */
async function countUnread({ call }: PageServices): Promise<number> {
  try {
    return (await call<typeof notificationsContract.unread>('GET', '/api/notifications/unread', {})).unread
  } catch {
    return 0
  }
}

/** Nor for a star. */
async function listFavorites({ call }: PageServices): Promise<readonly string[]> {
  try {
    return (await call<typeof favoritesContract.ids>('GET', '/api/favorites/ids', {})).ids
  } catch {
    return []
  }
}

/** A changed filter in the address changes nothing of this; a lost connection must not take the whole page with it. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.search === nextUrl.search && defaultShouldRevalidate

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const theme = data?.theme ?? 'system'
  return (
    <html lang="en" data-theme={dataTheme(theme)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {theme === 'dark' ? null : (
          <meta name="theme-color" content={THEME_COLORS.light} media={mediaOf(theme, 'light')} />
        )}
        {theme === 'light' ? null : (
          <meta name="theme-color" content={THEME_COLORS.dark} media={mediaOf(theme, 'dark')} />
        )}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="preload" href={textFontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        {data?.devNonce ? <meta property="csp-nonce" nonce={data.devNonce} suppressHydrationWarning /> : null}
        <Links nonce="" />
      </head>
      <body>
        {children}
        {/* A frame has one page, and perhaps no storage; so has a form. */}
        {data?.isAlone ? null : <ScrollRestoration />}
        <Scripts />
      </body>
    </html>
  )
}

const mediaOf = (theme: string, scheme: 'light' | 'dark') =>
  theme === 'system' ? `(prefers-color-scheme: ${scheme})` : undefined

export default function App() {
  const { isAlone } = useLoaderData<typeof loader>()
  return isAlone ? (
    <Outlet />
  ) : (
    <SiteShell>
      <Outlet />
    </SiteShell>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <SiteShell>
      <ErrorPage status={status} error={error} />
    </SiteShell>
  )
}
