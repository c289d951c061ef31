import { toast } from '#src/client/toasts.ts'
import type { WorkerMessage } from './saved-pages.ts'

interface PageOfRouter {
  readonly __reactRouterManifest?: { readonly version: string }
}

const CHECK_MS = 60 * 60 * 1000

const say = (worker: ServiceWorker, message: WorkerMessage): void => worker.postMessage(message)

/** The new version waits until somebody says so: nobody's work is lost to a reload. */
function offer(): void {
  toast({
    kind: 'info',
    persists: true,
    title: 'A new version is ready',
    description: 'Reload to use it. What you have typed and not saved is lost.',
    action: {
      label: 'Reload',
      onClick: () => void comeBackNew(),
    },
  })
}

async function comeBackNew(): Promise<void> {
  const reload = () => window.location.reload()
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting
  // Another tab has let it in already, or there is none: nothing will change any more.
  if (waiting?.state !== 'installed') return reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  say(waiting, { type: 'activate' })
}

/** Whether the server has another release than this page is of: it says so to whoever asks it for pages. */
async function isReplaced(): Promise<boolean> {
  const version = (window as PageOfRouter).__reactRouterManifest?.version ?? ''
  const answer = await fetch(`/__manifest?${new URLSearchParams({ paths: '/', version })}`)
  return answer.headers.has('x-remix-reload-document')
}

/** A part of the page was not to be had. If that is because of a new version, it is offered; a worker finds it by itself. */
export function watchLostFiles(): () => void {
  let hasOffered = false
  const look = async () => {
    if (navigator.serviceWorker.controller !== null) {
      await (await navigator.serviceWorker.getRegistration())?.update()
    } else if (!hasOffered && (await isReplaced()) && !hasOffered) {
      hasOffered = true
      offer()
    }
  }
  const onLost = () => void look().catch(() => undefined)
  window.addEventListener('vite:preloadError', onLost)
  return () => window.removeEventListener('vite:preloadError', onLost)
}

function watch(registration: ServiceWorkerRegistration): void {
  const followed = new WeakSet<ServiceWorker>()
  const follow = () => {
    const { installing } = registration
    if (installing === null || followed.has(installing)) return
    followed.add(installing)
    installing.addEventListener('statechange', () => {
      // Without one before it, it is the first and nobody waits.
      if (installing.state === 'installed' && navigator.serviceWorker.controller !== null) offer()
    })
  }
  const { waiting } = registration
  if (waiting !== null && navigator.serviceWorker.controller !== null) offer()
  // One that another tab found may be on its way already.
  follow()
  registration.addEventListener('updatefound', follow)
  const check = () => void registration.update().catch(() => undefined)
  setInterval(check, CHECK_MS)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}

let started = false

/** Registers it and hands it what this page was made of before it had a say. */
export async function startServiceWorker(): Promise<void> {
  if (started) return
  started = true
  watch(await navigator.serviceWorker.register('/sw.js'))
  const { active } = await navigator.serviceWorker.ready
  if (active === null) return
  const assets = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
  say(active, { type: 'keep', path: window.location.pathname, assets })
}
