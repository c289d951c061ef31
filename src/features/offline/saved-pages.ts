/** What pages tell the service worker. */
export type WorkerMessage =
  /** From a page that was loaded before it had a say: what the page is made of. */
  { readonly type: 'keep'; readonly path: string; readonly assets: readonly string[] } | { readonly type: 'activate' }

/** The public pages that are worth having without a connection. What belongs to an account is never saved. */
const SAVABLE = /^\/(?:fxn\/[\w-]+|explore|privacy|terms)?$/

/** The path under which a page is saved; undefined for what is not. The query is no part of it: only the bare page is kept. */
export function savablePath({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string | undefined {
  return search === '' && SAVABLE.test(pathname) ? pathname : undefined
}

/** The page that the data of a client navigation belong to: "/fxn/rot13.data" → "/fxn/rot13" */
export function pathOfData({ pathname }: Pick<URL, 'pathname'>): string | undefined {
  const path = /^(.*)\.data$/.exec(pathname)?.[1]
  return path === undefined ? undefined : savablePath({ pathname: path === '/_root' ? '/' : path, search: '' })
}

/** What the server says of a page that was removed or never was; a failure of its own is no reason to forget a copy. */
export const isGone = ({ status }: Pick<Response, 'status'>): boolean => status === 404 || status === 410

const MOST_RENEWED = 10

/**
 * Of the pages that versions before have saved, the oldest first, those that a new version saves anew at once, in this
 * order: the first page and the latest ones. The others are saved again when they are visited.
 */
export function toRenew(saved: readonly string[]): string[] {
  const latest = [...new Set(saved.toReversed())].filter((path) => path !== '/').slice(0, MOST_RENEWED)
  return ['/', ...latest.toReversed()]
}

/** The files of a tool: one for the page, one for its worker. */
export const toolFiles = (path: string, build: string): string[] => {
  const slug = /^\/fxn\/(.+)$/.exec(path)?.[1]
  return slug === undefined ? [] : ['page', 'worker'].map((part) => `/assets/tools-${part}-${build}/${slug}.js`)
}

const ABSOLUTE = /["'`(]\/?(assets\/[\w./-]+\.(?:js|css|woff2|wasm))["'`)]/g
const RELATIVE = /(?:from|import)\s*\(?\s*["'`](\.\.?\/[\w./-]+\.js)["'`]/g
/** The list of all pages, which would bring every page of the site with it. */
const LIST_OF_PAGES = /\/assets\/manifest-[\w-]+\.js$/

/** The files that a page, a script or a style sheet of ours names; `from` is its own address. */
export function namedFiles(text: string, from: string): string[] {
  if (LIST_OF_PAGES.test(from)) return []
  const absolute = [...text.matchAll(ABSOLUTE)].map(([, path = '']) => `/${path}`)
  const relative = [...text.matchAll(RELATIVE)].map(
    ([, path = '']) => new URL(path, `http://here.invalid${from}`).pathname,
  )
  return [...new Set([...absolute, ...relative])]
}

/** The saved page says when it was saved: `SavedCopyNotice` tells the reader. */
export const labelled = (html: string, savedAt: string): string =>
  html.replace('<html ', `<html data-saved-at="${savedAt}" `)

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export interface SavedPage {
  readonly path: string
  readonly title: string
}

/** What stands in the head of a saved page, still escaped as it is there. */
export const titleIn = (html: string): string =>
  /<title>([^<]*)<\/title>/.exec(html)?.[1]?.replace(/ · Fettle$/, '') ?? ''

interface Fallback {
  /** What was asked for: path and query. */
  readonly address: string
  readonly saved: readonly SavedPage[]
  /** Addresses of style sheets that were saved. */
  readonly styles: readonly string[]
}

/** Two slashes at its beginning would make the rest of a path a host. */
const withoutHost = (address: string): string => address.replace(/^\/+/, '/')

/** Pages whose unsaved changes are in the journal of the browser. */
const EDITED = /^\/(?:workflows\/[\w-]+|create-tool)(?:\?|$)/

/** In place of a page that cannot be had without a connection: names what works. Runs no script. */
export function offlinePage({ address, saved, styles }: Fallback): string {
  const tools = saved.filter(({ path }) => path.startsWith('/fxn/'))
  const links = tools.map(
    ({ path, title }) =>
      `<li><a class="flex min-h-11 items-center rounded-6 border border-line bg-surface px-4 py-2 text-14 font-semibold" href="${escaped(path)}">${title}</a></li>`,
  )
  const works =
    links.length === 0
      ? '<p class="text-16 text-text-2">Open a tool while you are online, and it works without a connection from then on.</p>'
      : `<h2 class="text-21">These tools work without a connection</h2><ul class="grid gap-3 sm:grid-cols-2">${links.join('')}</ul>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>You are offline · Fettle</title>${styles.map((href) => `<link rel="stylesheet" href="${escaped(href)}">`).join('')}</head><body><main class="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-12 md:px-8"><h1 class="text-32">You are offline</h1><p class="text-16 text-text-2">This page needs a connection: your browser has no copy of it.${EDITED.test(address) ? ' What you changed there and was not saved yet is kept in this browser: it is saved when the page is open again.' : ''}</p><p><a class="inline-flex min-h-11 items-center rounded-6 border border-line bg-surface px-4 py-2 text-14 font-semibold" href="${escaped(withoutHost(address))}">Load it again</a></p>${works}</main></body></html>`
}
