import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { loadReporter } from '#src/client/load-reporter.ts'
import { loadWholePage } from '#src/client/lost-route.ts'

const report = (error: unknown, componentStack?: string | null) => {
  const send = async () => {
    const { reportError } = await loadReporter()
    reportError(error, componentStack ?? '')
  }
  send().catch(() => undefined)
}
// The router calls it (scripts/lib/browser-router.ts).
Object.assign(window, { loadWholePage })
window.addEventListener('error', ({ error }) => report(error))
window.addEventListener('unhandledrejection', ({ reason }) => report(reason))

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter onError={(error, { errorInfo }) => report(error, errorInfo?.componentStack)} />
    </StrictMode>,
  )
})
