import { createRunCounts, type RunCount } from './run-count.ts'

const counts = createRunCounts((toolId, count) => {
  // Not through the API client: a page that is going away cannot retry, and must not be kept waiting.
  void fetch(`/api/discovery/runs/${toolId}`, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'fettle' },
    body: JSON.stringify(count),
  }).catch(() => undefined)
})

let listening = false

/** Remembers that a tool was used; one count without content leaves when the page is hidden. */
export function noteBrowserRun(toolId: string, count: RunCount): void {
  counts.note(toolId, count)
  if (listening) return
  listening = true
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') counts.flush()
  })
  window.addEventListener('pagehide', counts.flush)
}
