const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export interface Listed {
  /** Absolute. */
  readonly url: string
  /** When what it shows was last changed; absent where nobody knows. */
  readonly changedAt?: Date
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const entry = (tag: 'url' | 'sitemap', { url, changedAt }: Listed): string =>
  `<${tag}><loc>${escaped(url)}</loc>${changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`}</${tag}>`

const document = (root: 'urlset' | 'sitemapindex', tag: 'url' | 'sitemap', listed: readonly Listed[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="${NAMESPACE}">`,
    ...listed.map((one) => entry(tag, one)),
    `</${root}>`,
    '',
  ].join('\n')

/** Pages, as https://www.sitemaps.org/protocol.html wants them. */
export const toUrlSet = (pages: readonly Listed[]): string => document('urlset', 'url', pages)

/** Where the parts are. */
export const toSitemapIndex = (parts: readonly Listed[]): string => document('sitemapindex', 'sitemap', parts)
