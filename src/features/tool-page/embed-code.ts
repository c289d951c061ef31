/** Auto follows the system of whoever reads the page. */
export const EMBED_THEMES = ['auto', 'light', 'dark'] as const
export type EmbedTheme = (typeof EMBED_THEMES)[number]
export const EMBED_HEIGHT = 640

interface EmbedOptions {
  readonly origin: string
  readonly slug: string
  readonly title: string
  readonly theme?: EmbedTheme
  /** In pixels. */
  readonly height?: number
  /** The inputs to begin with, as in a shared link. */
  readonly hash?: string
}

const inAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** What the frame may do: run, keep its own origin, save a table, and open our pages outside of the frame. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox'

/** The tag that shows a tool in somebody's own page. */
export function embedCode({ origin, slug, title, theme = 'auto', height = EMBED_HEIGHT, hash = '' }: EmbedOptions) {
  const source = `${origin}/embed/${slug}${theme === 'auto' ? '' : `?theme=${theme}`}${hash}`
  return [
    `<iframe src="${inAttribute(source)}"`,
    `  title="${inAttribute(title)}" width="100%" height="${height}" loading="lazy"`,
    `  sandbox="${SANDBOX}"`,
    `  allow="clipboard-write" style="border: 0"></iframe>`,
  ].join('\n')
}
