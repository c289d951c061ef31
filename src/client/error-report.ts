import { isErrorEnvelope } from '#src/lib/error-envelope.ts'

/** What went wrong in this browser, as the server and a mail to support hear of it. */
export interface ErrorNote {
  /** ERR-{time}-{random}: on the screen, in the report and in the mail. */
  readonly errorId: string
  readonly message: string
  readonly stack: string
  readonly componentStack: string
  /** ISO 8601. */
  readonly timestamp: string
  readonly userAgent: string
  /** Without query and fragment: they hold what people type. */
  readonly url: string
}

/** What the reporter needs from the world; tests hand in their own. */
interface ReporterWorld {
  now(): number
  random(): number
  page(): { readonly url: string; readonly userAgent: string; readonly online: boolean }
  send(note: ErrorNote): void
}

const MAX_SENT = 5
/** Together less than the server takes, whatever the script of the text. */
const LIMITS = { message: 1000, stack: 5000, componentStack: 3000, userAgent: 500, url: 1000 }

interface RouteFailure {
  readonly status: number
  readonly statusText: string
  readonly data: unknown
}
const isRouteFailure = (error: unknown): error is RouteFailure =>
  typeof error === 'object' && error !== null && 'status' in error && 'statusText' in error && 'data' in error

function messageOf(error: unknown): string {
  if (isRouteFailure(error)) {
    const { status, statusText, data } = error
    return isErrorEnvelope(data)
      ? `HTTP ${status}: ${data.error.message} (request ${data.error.requestId})`
      : `HTTP ${status}: ${statusText}`
  }
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** What is meant to happen, or not ours: refused calls, what was left behind, other people's extensions. */
function isExpected(error: unknown): boolean {
  if (isRouteFailure(error)) return error.status < 500
  if (!(error instanceof Error)) return error === null || error === undefined
  return (
    error.name === 'ApiError' ||
    error.name === 'AbortError' ||
    error.message.startsWith('ResizeObserver loop') ||
    /\b\w[\w-]*-extension:\/\//.test(error.stack ?? '')
  )
}

/** Makes a note of each error once, and tells the server of the first few different ones of a visit. */
export function createErrorReporter(world: ReporterWorld) {
  const notes = new WeakMap<object, ErrorNote>()
  const sent = new Set<string>()

  const write = (error: unknown, componentStack: string): ErrorNote => {
    const { url, userAgent } = world.page()
    const random = Math.floor(world.random() * 36 ** 7)
    return {
      errorId: `ERR-${world.now()}-${random.toString(36).padStart(7, '0')}`,
      message: messageOf(error).slice(0, LIMITS.message),
      stack: (error instanceof Error ? (error.stack ?? '') : '').slice(0, LIMITS.stack),
      componentStack: componentStack.slice(0, LIMITS.componentStack),
      timestamp: new Date(world.now()).toISOString(),
      userAgent: userAgent.slice(0, LIMITS.userAgent),
      url: url.replace(/[?#].*$/s, '').slice(0, LIMITS.url),
    }
  }
  return function report(error: unknown, componentStack = ''): ErrorNote {
    const key = typeof error === 'object' && error !== null ? error : undefined
    const known = key && notes.get(key)
    if (known !== undefined) return known
    const note = write(error, componentStack)
    if (key !== undefined) notes.set(key, note)
    const kind = `${note.message} ${note.stack}`
    if (isExpected(error) || sent.has(kind) || sent.size >= MAX_SENT || !world.page().online) return note
    sent.add(kind)
    world.send(note)
    return note
  }
}

export const reportError = createErrorReporter({
  now: Date.now,
  random: Math.random,
  page: () => ({ url: location.href, userAgent: navigator.userAgent, online: navigator.onLine }),
  send: (note) =>
    void fetch('/api/errors/client', {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'fettle' },
      body: JSON.stringify(note),
    }).catch(() => undefined),
})

/** A draft for the person's own mail program. */
export function mailDraft(to: string, { errorId, message, url, userAgent, timestamp }: ErrorNote): string {
  const lines = [
    'What I was doing:',
    '',
    '',
    `Error: ${errorId}`,
    `Message: ${message.slice(0, 300)}`,
    `Address: ${url}`,
    `Browser: ${userAgent}`,
    `Time: ${timestamp}`,
  ]
  return `mailto:${to}?subject=${encodeURIComponent(`Error ${errorId}`)}&body=${encodeURIComponent(lines.join('\r\n'))}`
}
