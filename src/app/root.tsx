import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteLoaderData,
} from 'react-router'
import { requestContext } from '#src/client/request-context.ts'
import { dataTheme, THEME_COLORS } from '#src/lib/theme.ts'
import { textFontUrl } from '#src/ui/fonts.ts'
import { ErrorPage } from './error-page.tsx'
import { SiteShell } from './site-shell.tsx'
import './app.css'

export function loader({ context }: LoaderFunctionArgs) {
  const { theme, sidebarCollapsed, viewer, production, nonce } = context.get(requestContext)
  return {
    theme,
    sidebarCollapsed,
    viewer,
    production,
    // Vite's own style tags need it in development; a built page must not carry its nonce where a script could read it.
    devNonce: import.meta.env.DEV ? nonce : undefined,
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
        <link rel="preload" href={textFontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        {data?.devNonce ? <meta property="csp-nonce" nonce={data.devNonce} suppressHydrationWarning /> : null}
        <Meta />
        <Links nonce="" />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

const mediaOf = (theme: string, scheme: 'light' | 'dark') =>
  theme === 'system' ? `(prefers-color-scheme: ${scheme})` : undefined

export default function App() {
  return (
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
