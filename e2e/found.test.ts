import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'

// What programs of others read: pages as they come from the server, without a browser.
let app: AppProcess
beforeAll(async () => {
  app = await startApp()
}, 240_000)
afterAll(() => removeApps())

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

interface Head {
  readonly html: string
  readonly title: string
  readonly canonical: string
  /** By name or property. */
  readonly meta: ReadonlyMap<string, string>
  readonly jsonLd: readonly Readonly<Record<string, unknown>>[]
}

async function read(path: string): Promise<Head> {
  const response = await fetch(app.url + path)
  expect(response.status, path).toBe(200)
  const html = await response.text()
  const all = (pattern: RegExp) => [...html.matchAll(pattern)]
  const titles = all(/<title>([^<]*)<\/title>/g).filter(([, text]) => text !== 'Fettle' || path === '/')
  const canonicals = all(/<link rel="canonical" href="([^"]*)"\/>/g)
  expect([titles.length, canonicals.length], path).toEqual([1, 1])
  const metas = all(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)
  return {
    html,
    title: unescaped(titles[0]?.[1] ?? ''),
    canonical: unescaped(canonicals[0]?.[1] ?? ''),
    meta: new Map(metas.map(([, name = '', content = '']) => [name, unescaped(content)])),
    jsonLd: all(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g).map(([, text = '']) => JSON.parse(text)),
  }
}

const PAGES = ['/', '/explore', '/explore?category=finance', '/fxn/tip-calculator', '/fxn/word-frequency']
const OTHERS = ['/pricing', '/api/docs', '/support', '/terms', '/privacy']

test.each([...PAGES, ...OTHERS])('%s says what it is, to search engines and for links to it', async (path) => {
  const { html, title, canonical, meta } = await read(path)
  // The code of a page that is read first is asked for once its text is there.
  const isLate = PAGES.includes(path)
  expect([html.includes('rel="modulepreload"'), html.includes('type="module"')]).toEqual([!isLate, !isLate])
  expect(title).toMatch(/\S.* · |^Fettle · /)
  expect(canonical).toBe(app.url + path)
  const description = meta.get('description') ?? ''
  expect(description.length).toBeGreaterThan(20)
  expect(Object.fromEntries([...meta].filter(([name]) => /^(og|twitter):/.test(name)))).toEqual({
    'og:site_name': 'Fettle',
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': app.url + path,
    'og:image': expect.stringMatching(/^http.*\/cards\/[\w-]+\.png$/),
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': title,
    'twitter:card': 'summary_large_image',
  })
  const image = await fetch(meta.get('og:image') ?? '')
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(await sharp(await image.arrayBuffer()).metadata()).toMatchObject({ width: 1200, height: 630 })
})

test('no two of them have the same title or description', async () => {
  const heads = await Promise.all(['/', '/explore', '/fxn/tip-calculator', '/fxn/unit-converter', ...OTHERS].map(read))
  expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length)
  expect(new Set(heads.map(({ meta }) => meta.get('description'))).size).toBe(heads.length)
})

test('a filtered list is known under the address of what it shows, without the words of a search', async () => {
  const { canonical } = await read('/explore?q=tip&sort=popular&category=calculator')
  expect(canonical).toBe(`${app.url}/explore?category=calculator`)
})

test('the data about a tool say what its page says', async () => {
  const { html, jsonLd, canonical } = await read('/fxn/json-formatter')
  expect(jsonLd).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'SoftwareApplication',
      name: 'JSON Formatter',
      description: expect.any(String),
      url: canonical,
      applicationCategory: 'DeveloperApplication',
      operatingSystem: 'Any',
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
    },
  ])
  const body = unescaped(html.slice(html.indexOf('<body')))
  expect(body).toContain(`>${jsonLd[0]?.name}<`)
  expect(body).toContain(String(jsonLd[0]?.description))
  expect(body).toContain('>Free<')
  expect(jsonLd[0]).not.toHaveProperty('aggregateRating')
})

test('the landing page tells where its search is, and that address searches', async () => {
  const { jsonLd } = await read('/')
  const action = jsonLd[0]?.potentialAction as { target: string }
  const found = await fetch(action.target.replace('{search_term_string}', 'tip'))
  expect(unescaped(await found.text())).toContain('>Search results for "tip"<')
})

test('robots.txt leads to a sitemap whose every address answers', async () => {
  const robots = await (await fetch(`${app.url}/robots.txt`)).text()
  const address = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? ''
  const response = await fetch(address)
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const urls = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => unescaped(url))
  expect(urls.length).toBeGreaterThan(50)
  const closed = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => app.url + path)
  // Those of pages and a sample of tools; the rest differs in its slug alone.
  for (const url of urls.filter((one, index) => !one.includes('/fxn/') || index % 25 === 0)) {
    expect((await fetch(url)).status, url).toBe(200)
    if (!url.endsWith('/api/docs'))
      expect(
        closed.filter((path) => url.startsWith(path)),
        url,
      ).toEqual([])
  }
})
