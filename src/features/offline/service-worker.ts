import {
  isGone,
  labelled,
  namedFiles,
  offlinePage,
  pathOfData,
  savablePath,
  titleIn,
  toolFiles,
  toRenew,
  type WorkerMessage,
} from './saved-pages.ts'

// A bundle of its own (vite.service-worker.config.ts). Pages come from the network whenever there is one; what is saved
// of them is what a visitor without a cookie gets, so nothing of an account is ever kept.

declare const BUILD: string
declare const self: ServiceWorkerGlobalScope

const ASSETS = `assets-${BUILD}`
const PAGES = `pages-${BUILD}`
/** Enough for a tool with all that it may load. */
const MOST_FILES = 200
const MOST_PAGES = 40
/** What a program or a workflow answers. */
const NOT_PAGES = /^\/(?:api|hooks)\//
const FRESH_MS = 60 * 60 * 1000

const saving = new Set<string>()

async function keepFile(cache: Cache, path: string): Promise<Response | undefined> {
  const known = await cache.match(path)
  if (known !== undefined) return known
  const response = await fetch(path).catch(() => undefined)
  if (response?.ok !== true) return undefined
  await cache.put(path, response.clone())
  return response
}

/** These files and all that they name. */
async function keepFiles(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(ASSETS)
  const seen = new Set<string>()
  const open = [...paths]
  for (let path = open.shift(); path !== undefined && seen.size < MOST_FILES; path = open.shift()) {
    if (seen.has(path)) continue
    seen.add(path)
    const response = await keepFile(cache, path)
    if (response !== undefined && /\.(?:js|css)$/.test(path)) open.push(...namedFiles(await response.text(), path))
  }
}

const isFresh = (page: Response | undefined): boolean =>
  page !== undefined && Date.now() - Date.parse(page.headers.get('date') ?? '') < FRESH_MS

/** In every version: one that waits has saved it too. */
async function forget(path: string): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('pages-')) await (await caches.open(name)).delete(path)
}

/** Saves a page as a visitor sees it, unless that was done a moment ago. */
async function savePage(path: string): Promise<void> {
  if (saving.has(path)) return
  saving.add(path)
  try {
    if (isFresh(await (await caches.open(PAGES)).match(path))) return
    const response = await fetch(path, { credentials: 'omit', headers: { accept: 'text/html' } })
    if (isGone(response)) await forget(path)
    if (!response.ok || response.redirected) return
    const cache = await caches.open(PAGES)
    await cache.put(path, response.clone())
    await keepFiles([...namedFiles(await response.text(), path), ...toolFiles(path, BUILD)])
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_PAGES)).map((key) => cache.delete(key)))
  } catch {
    // The connection was lost: the next visit tries again.
  } finally {
    saving.delete(path)
  }
}

/** One after the other: a release reaches all browsers at once. */
async function install(): Promise<void> {
  const saved: string[] = []
  for (const name of await caches.keys()) {
    if (!name.startsWith('pages-')) continue
    for (const { url } of await (await caches.open(name)).keys()) saved.push(new URL(url).pathname)
  }
  for (const path of toRenew(saved)) await savePage(path)
}

/** Of the files, those of the version before stay for tabs that still show it. */
async function activate(): Promise<void> {
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith('assets-') && name !== ASSETS)
  const old = [...names.filter((name) => name.startsWith('pages-') && name !== PAGES), ...others.slice(0, -1)]
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** Their names change with their content, so what is saved is right for ever. */
async function answerAsset(request: Request): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true })
  if (known !== undefined) return known
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(ASSETS)
    await cache.put(request, response.clone())
  }
  return response
}

const withoutEncoding = ({ headers }: Response): Headers => {
  const plain = new Headers(headers)
  plain.delete('content-encoding')
  plain.delete('content-length')
  return plain
}

async function answerOffline(path: string | undefined, { pathname, search }: URL): Promise<Response> {
  const pages = await caches.open(PAGES)
  const found = path === undefined ? undefined : await pages.match(path)
  if (found !== undefined) {
    const savedAt = new Date(found.headers.get('date') ?? 0).toISOString()
    return new Response(labelled(await found.text(), savedAt), { headers: withoutEncoding(found) })
  }
  const files = (await (await caches.open(ASSETS)).keys()).map(({ url }) => new URL(url).pathname)
  const list = []
  for (const key of await pages.keys()) {
    const html = (await (await pages.match(key))?.text()) ?? ''
    list.push({ path: new URL(key.url).pathname, title: titleIn(html) })
  }
  const styles = files.filter((file) => file.endsWith('.css'))
  // The others run on the server.
  const saved = list.filter(({ path }) => toolFiles(path, BUILD).every((file) => files.includes(file)))
  return new Response(offlinePage({ address: pathname + search, saved, styles }), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'",
    },
  })
}

async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  const path = savablePath(url)
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined
    const response = preloaded ?? (await fetch(event.request))
    if (path !== undefined && response.ok) event.waitUntil(savePage(path))
    if (path !== undefined && isGone(response)) event.waitUntil(forget(path))
    return response
  } catch {
    return answerOffline(path, url)
  }
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage
  if (message.type === 'activate') void self.skipWaiting()
  else {
    const path = savablePath({ pathname: message.path, search: '' })
    event.waitUntil(Promise.all([keepFiles(message.assets), path && savePage(path)]))
  }
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin || NOT_PAGES.test(url.pathname)) return
  if (url.pathname.startsWith('/assets/')) event.respondWith(answerAsset(request))
  else if (request.mode === 'navigate') event.respondWith(answerPage(event, url))
  else {
    // The call itself goes its way without us.
    const path = pathOfData(url)
    if (path !== undefined) event.waitUntil(savePage(path))
  }
})
