import { expect, test } from 'vitest'
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
} from './saved-pages.ts'

test.each([
  ['/', '/'],
  ['/explore', '/explore'],
  ['/fxn/tip-calculator', '/fxn/tip-calculator'],
  ['/privacy', '/privacy'],
  ['/explore?q=salary', undefined],
  ['/fxn/tip-calculator?x=1', undefined],
  ['/fxn/a/b', undefined],
  ['/dashboard', undefined],
  ['/settings', undefined],
  ['/workflows', undefined],
  ['/auth', undefined],
  ['/api/user', undefined],
  ['/api/docs', undefined],
])('%s is saved as %s', (address, path) => {
  expect(savablePath(new URL(address, 'https://fettle.example'))).toBe(path)
})

test.each([
  ['/fxn/rot13.data', '/fxn/rot13'],
  ['/_root.data', '/'],
  ['/dashboard.data', undefined],
  ['/fxn/rot13', undefined],
])('the data at %s are those of %s', (pathname, path) => {
  expect(pathOfData({ pathname })).toBe(path)
})

test.each([
  [200, false],
  [301, false],
  [404, true],
  [410, true],
  [429, false],
  [503, false],
])('after %i a saved page is gone: %s', (status, gone) => {
  expect(isGone({ status })).toBe(gone)
})

test('a new version saves the first page and the ten latest anew, the latest last', () => {
  const tools = Array.from({ length: 13 }, (_, index) => `/fxn/t${index}`)
  expect(toRenew([])).toEqual(['/'])
  expect(toRenew(['/fxn/t0', '/', ...tools])).toEqual(['/', ...tools.slice(3)])
  // Two versions have it: its last visit counts.
  expect(toRenew(['/fxn/a', '/fxn/b', '/fxn/a'])).toEqual(['/', '/fxn/b', '/fxn/a'])
})

test('a tool has a file for the page and one for its worker', () => {
  expect(toolFiles('/fxn/rot13', 'abc')).toEqual([
    '/assets/tools-page-abc/rot13.js',
    '/assets/tools-worker-abc/rot13.js',
  ])
  expect(toolFiles('/explore', 'abc')).toEqual([])
})

test('a page names its scripts, styles and fonts', () => {
  const html = `<link rel="modulepreload" href="/assets/app-1.js"/><link rel="stylesheet" href="/assets/root-2.css"/>
    <link href="/assets/sans-3.woff2"/><script>import"/assets/manifest-4.js";</script><a href="/assets">no</a>`
  expect(namedFiles(html, '/')).toEqual([
    '/assets/app-1.js',
    '/assets/root-2.css',
    '/assets/sans-3.woff2',
    '/assets/manifest-4.js',
  ])
})

test('a script names what it imports, at once and later, from where it lies', () => {
  const script = `import{a}from"../ui-1.js";import"./b-2.js";const c=()=>import("./c-3.js");new Worker(new URL(\`/assets/w-4.js\`));
    const deps=["assets/d-5.js","assets/e-6.css"];import"react"`
  expect(namedFiles(script, '/assets/tools-page-x/rot13.js').sort()).toEqual([
    '/assets/d-5.js',
    '/assets/e-6.css',
    '/assets/tools-page-x/b-2.js',
    '/assets/tools-page-x/c-3.js',
    '/assets/ui-1.js',
    '/assets/w-4.js',
  ])
  expect(namedFiles('"/assets/settings.page-1.js"', '/assets/manifest-4.js')).toEqual([])
})

test('a saved page says when it was saved', () => {
  expect(labelled('<!DOCTYPE html><html lang="en"><head>', '2026-11-22T10:00:00.000Z')).toBe(
    '<!DOCTYPE html><html data-saved-at="2026-11-22T10:00:00.000Z" lang="en"><head>',
  )
})

test('the page for all others names the tools that were saved, and runs nothing', () => {
  const html = offlinePage({
    address: '/dashboard?a=1&b="',
    saved: [
      { path: '/', title: 'Fettle' },
      { path: '/fxn/rot13', title: titleIn('<title>A &amp; B · Fettle</title>') },
    ],
    styles: ['/assets/root-2.css'],
  })
  expect(html).toContain('<h1 class="text-32">You are offline</h1>')
  expect(html.match(/<a [^>]*href="[^"]*">[^<]*<\/a>/g)).toHaveLength(2)
  expect(html).toContain('href="/dashboard?a=1&amp;b=&quot;">Load it again</a>')
  expect(html).not.toContain('What you changed there')
  expect(html).toMatch(/href="\/fxn\/rot13">A &amp; B<\/a>/)
  expect(html).not.toContain('<script')
  expect(offlinePage({ address: '//evil.example/x', saved: [], styles: [] })).toContain('href="/evil.example/x">Load')
  const edited = ['/workflows/0199c0de', '/workflows/0199c0de?step=a', '/create-tool?draft=1']
  for (const address of edited)
    expect(offlinePage({ address, saved: [], styles: [] })).toContain('is kept in this browser')
  for (const address of ['/workflows', '/workflows/0199c0de/executions'])
    expect(offlinePage({ address, saved: [], styles: [] })).not.toContain('is kept in this browser')
  expect(offlinePage({ address: '/', saved: [], styles: [] })).toContain('Open a tool while you are online')
})
