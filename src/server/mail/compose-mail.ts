export interface Composed {
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Link {
  readonly label: string
  /** Absolute: a mail has no address of its own. */
  readonly url: string
}

export interface MailParts {
  readonly subject: string
  /** Plain text, one entry per paragraph; lines inside an entry are kept. */
  readonly paragraphs: readonly string[]
  readonly action?: Link | undefined
  /** Why the person gets this mail. */
  readonly reason: string
  /** Shown after the reason. */
  readonly links?: readonly Link[]
}

/** The colours of src/ui/styles/tokens.css as mail programs know them. */
export const MAIL_PALETTES = {
  light: {
    canvas: '#fbfaf7',
    surface: '#ffffff',
    line: '#dfdcd6',
    text: '#172429',
    quiet: '#4a585e',
    accent: '#116674',
    onAccent: '#f9fdfd',
    link: '#0f5a66',
  },
  dark: {
    canvas: '#0d1416',
    surface: '#131c1f',
    line: '#293437',
    text: '#efece8',
    quiet: '#b4b1a9',
    accent: '#56ccd2',
    onAccent: '#04191e',
    link: '#6bd8de',
  },
} as const
type Palette = Readonly<Record<keyof typeof MAIL_PALETTES.light, string>>

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')

const colours = ({ canvas, surface, line, text, quiet, accent, onAccent, link }: Palette) => `
body { background: ${canvas}; color: ${text} }
.card { background: ${surface}; border-color: ${line} }
.action { background: ${accent}; color: ${onAccent} }
.quiet { color: ${quiet} }
a { color: ${link} }
a.action { color: ${onAccent} }`

const STYLE = `
body { margin: 0; padding: 24px 12px; font: 16px/1.5 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
main, footer { max-width: 520px; margin: 0 auto }
.card { padding: 24px; border: 1px solid; border-radius: 10px }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3 }
p { margin: 0 0 16px; white-space: pre-line; overflow-wrap: anywhere }
.action { display: inline-block; padding: 10px 18px; border-radius: 8px; font-weight: 600; text-decoration: none }
.quiet { margin: 16px 0 0; font-size: 13px }
${colours(MAIL_PALETTES.light)}
@media (prefers-color-scheme: dark) {${colours(MAIL_PALETTES.dark)}
}`

const anchor = ({ label, url }: Link, className = '') =>
  `<a${className && ` class="${className}"`} href="${escapeHtml(url)}">${escapeHtml(label)}</a>`

/** One mail as text and as a page without pictures that reads well on light and on dark. */
export function composeMail({ subject, paragraphs, action, reason, links = [] }: MailParts): Composed {
  return {
    subject,
    text: toText({ subject, paragraphs, action, reason, links }),
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}
</style>
</head>
<body>
<main class="card">
<h1>${escapeHtml(subject)}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${action === undefined ? '' : toButton(action)}
</main>
<footer>
<p class="quiet">${[escapeHtml(reason), ...links.map((link) => anchor(link))].join(' · ')}</p>
</footer>
</body>
</html>
`,
  }
}

// The address is also there to read: some programs show no link, and people like to see where one leads.
const toButton = (action: Link) => `<p>${anchor(action, 'action')}</p>
<p class="quiet">Or open this address:
${anchor({ label: action.url, url: action.url })}</p>`

function toText({ subject, paragraphs, action, reason, links = [] }: MailParts): string {
  const parts = [subject, ...paragraphs]
  if (action !== undefined) parts.push(`${action.label}:\n${action.url}`)
  parts.push(['-- ', reason, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n'))
  return `${parts.join('\n\n')}\n`
}
