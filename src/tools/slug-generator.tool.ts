import { badge, checkbox, defineTool, number, select, text, textarea } from '#src/sdk/index.ts'
import { type Language, latinSlugs } from './slug-generator/letters.ts'

const MOST_CHARACTERS = 100_000
const SEPARATORS = { '-': 'Hyphen -', _: 'Underscore _', '.': 'Dot .' } as const

interface Style {
  readonly separator: string
  readonly keepUnicode: boolean
  readonly keepCase: boolean
  readonly language: Language
  readonly maxLength: number | undefined
}

/** Whole words as long as they fit; a first word that is longer is cut. */
function shortened(slug: string, separator: string, maxLength: number): string {
  if (slug.length <= maxLength) return slug
  const end = slug.lastIndexOf(separator, maxLength)
  return slug.slice(0, end > 0 ? end : maxLength)
}

/** Here the library would drop the vowel signs of Hindi, Thai and others as well, which are no letters of their own. */
function unicodeSlug(line: string, { separator, keepCase }: Style): string {
  const words = line
    .normalize('NFC')
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
  const slug = words.join(separator)
  return keepCase ? slug : slug.toLowerCase()
}

function slugsOf(given: string, style: Style): string {
  const text = given.replace(/['’ʼ]/g, '')
  const slugs = style.keepUnicode ? text.split('\n').map((line) => unicodeSlug(line, style)) : latinSlugs(text, style)
  const { separator, maxLength = Number.POSITIVE_INFINITY } = style
  return slugs
    .map((slug) => shortened(slug, separator, maxLength))
    .join('\n')
    .trim()
}

export const slugGenerator = defineTool({
  slug: 'slug-generator',
  title: 'Slug Generator',
  description: 'Turns a title into a slug for web addresses: small letters and digits, words joined by hyphens.',
  category: 'developer',
  tags: ['url', 'text', 'web'],
  keywords: [
    'slugify',
    'url slug',
    'permalink',
    'seo url',
    'friendly url',
    'title to url',
    'transliterate',
    'remove accents',
    'hyphenate',
    'file name',
  ],
  input: [
    textarea('text', {
      label: 'Text',
      help: 'Each line becomes a slug.',
      default: '',
      placeholder: 'Hello World',
      maxLength: MOST_CHARACTERS,
    }),
    select('separator', { label: 'Between words', default: '-', options: SEPARATORS }),
    checkbox('keepUnicode', { label: 'Keep other letters', help: 'é, ж and 中 stay, as browsers show them.' }),
    select('language', {
      label: 'Letters with signs',
      default: 'de',
      options: { de: 'ä is ae, å is a (German)', da: 'å is aa, ø is oe (Danish)', none: 'Signs are left out: ä is a' },
      aliases: { german: 'de', danish: 'da', norwegian: 'da', no: 'da', en: 'none', sv: 'none', fr: 'none' },
      showIf: { field: 'keepUnicode', in: [false] },
    }),
    checkbox('keepCase', { label: 'Keep capitals' }),
    number('maxLength', {
      label: 'Longest',
      help: 'In characters; cut between words.',
      integer: true,
      step: 1,
      min: 1,
      max: 1000,
      presets: [50, 60, 80],
    }),
  ],
  output: {
    slug: text('Slug', { format: 'code', primary: true }),
    length: badge('Characters'),
  },
  isLarge: true,
  run: ({ text: given, separator, language, keepUnicode, keepCase, maxLength }) => {
    const slug = slugsOf(given, { separator, language, keepUnicode, keepCase, maxLength })
    return { slug, length: [...slug].length }
  },
  examples: [
    {
      title: 'Signs and spaces',
      input: { text: 'Hello World @2023!' },
      output: { slug: 'hello-world-2023' },
      source: 'omni-tools, slug generator tests: characters that are no letters',
    },
    {
      title: 'Many of them',
      input: { text: '  hello  world--test  ' },
      output: { slug: 'hello-world-test' },
      source: 'omni-tools, slug generator tests: several spaces and dashes, spaces at the ends',
    },
    {
      title: 'Accents and an ampersand',
      input: { text: 'Déjà Vu & Co.' },
      output: { slug: 'deja-vu-and-co' },
      source: '@sindresorhus/slugify, tests: “Déjà Vu!” is deja-vu, “Foo & Bar” is foo-and-bar',
    },
    {
      title: 'Letters of their own',
      input: { text: 'Hællæ, hva skjera?' },
      output: { slug: 'haellae-hva-skjera' },
      source: '@sindresorhus/slugify, tests: “Hællæ, hva skjera?”',
    },
    {
      title: 'German',
      input: { text: 'Die Welt der Ökologie: Straße & Wörter' },
      output: { slug: 'die-welt-der-oekologie-strasse-and-woerter' },
      source: 'Duden, rules of spelling: ae, oe, ue and ss where ä, ö, ü and ß cannot be written',
    },
  ],
  method: {
    formula:
      'Letters are written in A to Z, apostrophes are left out, every run of other characters is one separator, none at the ends.',
    rounding: 'None.',
    notes:
      'Letters are written as @sindresorhus/slugify does: at first ä, ö, ü become ae, oe, ue as in German, other letters lose their signs; æ, ø, ß and the like have letters of their own. Cyrillic, Greek, Arabic and some other scripts are transliterated, what is not known is left out unless other letters are kept. & is “and”.',
  },
  sources: [
    {
      title: 'RFC 3986, section 2.3: Unreserved Characters',
      url: 'https://www.rfc-editor.org/rfc/rfc3986#section-2.3',
    },
    { title: '@sindresorhus/slugify', url: 'https://github.com/sindresorhus/slugify' },
  ],
})
