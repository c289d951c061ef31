import { parseIp } from '#src/lib/ip-ranges.ts'

export const PASTE_KINDS = [
  'JWT',
  'JSON',
  'UUID',
  'Colour',
  'IBAN',
  'IP address',
  'Date',
  'Cron',
  'URL',
  'CSV',
  'Base64',
  'Text',
] as const
export type PasteKind = (typeof PASTE_KINDS)[number]

/** A tool that can do something with a text, and the inputs that it opens with. */
export interface Suggestion {
  readonly kind: PasteKind
  readonly slug: string
  readonly title: string
  /** What it will do, in a few words. */
  readonly does: string
  readonly inputs: Readonly<Record<string, string>>
}

type Suggest = Omit<Suggestion, 'kind'>

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function jwt(text: string): Suggest[] {
  const [, header = ''] = /^(?:Bearer\s+)?([\w-]+)\.[\w-]+\.[\w-]*$/i.exec(text) ?? []
  // '{"' begins every header: RFC 7519, section 3.1.
  if (!header.startsWith('eyJ')) return []
  const token = text.replace(/^Bearer\s+/i, '')
  return [{ slug: 'jwt-decoder', title: 'JWT Decoder', does: 'Shows claims and checks times', inputs: { token } }]
}

/** What looks like JSON is offered too when it is none: the formatter says where it breaks. */
function json(text: string): Suggest[] {
  if (!/^(?:\{[\s\S]*\}|\[[\s\S]*\]|\{\s*"[\s\S]*:[\s\S]*|\[\s*(?:"|\{\s*")[\s\S]*)$/.test(text)) return []
  const value = parsed(text)
  const formatter = { slug: 'json-formatter', title: 'JSON Formatter', inputs: { json: text } }
  if (value === undefined)
    return /^(?:\{\s*["']|\[\s*["{[])/.test(text) ? [{ ...formatter, does: 'Says where it breaks' }] : []
  const isRows =
    Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === 'object' && row !== null)
  return [
    { ...formatter, does: 'Formats, sorts or minifies it' },
    ...(isRows
      ? [
          {
            ...{ slug: 'csv-json-converter', title: 'CSV to JSON Converter', does: 'Makes a CSV table of it' },
            inputs: { action: 'to-csv', json: text },
          },
        ]
      : []),
    {
      slug: 'jsonpath-tester',
      title: 'JSONPath Tester',
      does: 'Picks values out of it',
      inputs: { json: text, query: '$' },
    },
  ]
}

const UUID = /^(?:urn:uuid:|\{)?([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\}?$/i
/** Without hyphens, as some databases write them; the version and the variant keep most MD5 sums out. */
const BARE_UUID = /^([\da-f]{8})([\da-f]{4})([1-8][\da-f]{3})([89ab][\da-f]{3})([\da-f]{12})$/i
function uuid(text: string): Suggest[] {
  const found = UUID.exec(text)?.[1] ?? BARE_UUID.exec(text)?.slice(1).join('-')
  if (found === undefined) return []
  return [{ slug: 'uuid-inspector', title: 'UUID Inspector', does: 'Tells version and time', inputs: { uuid: found } }]
}

const COLOUR =
  /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(?:rgb|hsl)a?\([^()]+\)|(?:hwb|lab|lch|oklab|oklch|color)\([^()]+\))$/i
const colour = (text: string): Suggest[] =>
  COLOUR.test(text)
    ? [
        {
          ...{ slug: 'color-converter', title: 'Colour Converter', does: 'Writes it in every notation' },
          inputs: { color: text },
        },
        {
          ...{ slug: 'palette-generator', title: 'Palette Generator', does: 'Builds a palette on it' },
          inputs: { base: text },
        },
      ]
    : []

/** ISO 13616: the shape, and at most 34 characters. Whether the check digits are right is what the tool answers. */
function iban(text: string): Suggest[] {
  const bare = text.replaceAll(/[\s-]/g, '')
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/i.test(bare) || !/\d{6}/.test(bare)) return []
  return [
    {
      slug: 'iban-validator',
      title: 'IBAN Validator',
      does: 'Checks country, length and digits',
      inputs: { iban: text },
    },
  ]
}

function ip(text: string): Suggest[] {
  const [, address = ''] = /^\[?([\da-f.:]+)\]?(?:\s*\/\s*[\d.]+)?$/i.exec(text) ?? []
  if (parseIp(address) === null) return []
  const cidr = text.replaceAll(/[[\]]/g, '')
  return [
    { slug: 'subnet-calculator', title: 'Subnet Calculator', does: 'Tells network, mask and hosts', inputs: { cidr } },
  ]
}

/** A day of the calendar, unlike 30 February. */
const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** ISO 8601 without separators, and the date of HTTP and mail: RFC 9110, section 5.6.7, and RFC 5322, section 3.3. */
const BASIC_MOMENT = /^(\d{4})(\d\d)(\d\d)T\d{4}(?:\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/i
const MAIL_MOMENT = /^(?:[a-z]{3}, )?\d{1,2} [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC|[+-]\d{4})$/i
const MOMENT = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/i
/** Seconds or milliseconds since 1970, of the years 2001 to 2286. */
const EPOCH = /^[1-9]\d{9}(?:\d{3})?$/
function date(text: string): Suggest[] {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && isDay(text))
    return [
      {
        slug: 'date-info',
        title: 'Date Information',
        does: 'Tells week, weekday and day of the year',
        inputs: { date: text },
      },
    ]
  const day = MOMENT.exec(text)?.[1] ?? BASIC_MOMENT.exec(text)?.slice(1, 4).join('-')
  const isMoment = day === undefined ? MAIL_MOMENT.test(text) && !Number.isNaN(Date.parse(text)) : isDay(day)
  if (!EPOCH.test(text) && !isMoment) return []
  return [
    {
      ...{ slug: 'timestamp-converter', title: 'Timestamp Converter', does: 'Writes the moment in other formats' },
      inputs: { value: text },
    },
  ]
}

const CRON_PART = /^(?:\*|\?|L|[\dA-Z]+(?:[#LW-][\dA-Z]*)?)(?:\/\d+)?(?:,(?:[\dA-Z]+(?:-[\dA-Z]+)?(?:\/\d+)?))*$/i
const CRON_NAMES = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat|[lw])$/i
function cron(text: string): Suggest[] {
  const parts = text.split(/\s+/)
  const isNickname = /^@(?:yearly|annually|monthly|weekly|daily|hourly)$/i.test(text)
  const hasKnownWords = (text.match(/[a-z]+/gi) ?? []).every((word) => CRON_NAMES.test(word))
  const isExpression =
    (parts.length === 5 || parts.length === 6) && hasKnownWords && parts.every((part) => CRON_PART.test(part))
  if (!isNickname && !isExpression) return []
  return [
    {
      ...{ slug: 'cron-explainer', title: 'Cron Expression Explainer', does: 'Says when it runs next' },
      inputs: { expression: text },
    },
  ]
}

const url = (text: string): Suggest[] =>
  /^(?:https?|ftp|wss?):\/\/\S+$/i.test(text) && URL.canParse(text)
    ? [
        { slug: 'url-parser', title: 'URL Parser', does: 'Takes it apart', inputs: { url: text } },
        ...(/%[\da-f]{2}/i.test(text)
          ? [
              {
                ...{ slug: 'url-encoder', title: 'URL Encoder and Decoder', does: 'Decodes what is escaped' },
                inputs: { action: 'decode', text },
              },
            ]
          : []),
      ]
    : []

/** Two lines or more that a separator parts into as many cells, at least two. */
function csv(text: string): Suggest[] {
  const lines = text.split(/\r?\n/)
  const isTable = [',', ';', '\t'].some((separator) => {
    const cells = lines.map((line) => line.split(separator).length)
    return lines.length > 1 && (cells[0] ?? 0) > 1 && cells.every((count) => count === cells[0])
  })
  // Prose has commas, too, and a blank after each; broken JSON has them at the ends of lines.
  if (!isTable || /[,;] \S/.test(lines[0] ?? '') || /^[[{]/.test(text)) return []
  return [
    {
      ...{ slug: 'csv-json-converter', title: 'CSV to JSON Converter', does: 'Makes JSON of it' },
      inputs: { action: 'to-json', csv: text },
    },
  ]
}

/** RFC 4648, sections 4 and 5; what is decoded has to be text, or any long word would be one. */
function base64(text: string): Suggest[] {
  if (text.length < 12 || !/^[\w+/-]+={0,2}$/.test(text) || !/[A-Z]/.test(text) || !/[a-z]/.test(text)) return []
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (/[^\P{C}\s]/u.test(decoded)) return []
  } catch {
    return []
  }
  return [
    {
      ...{ slug: 'base64', title: 'Base64 Encoder and Decoder', does: 'Decodes it' },
      inputs: { action: 'decode', text },
    },
  ]
}

const DETECTORS: readonly (readonly [PasteKind, (text: string) => Suggest[]])[] = [
  ['JWT', jwt],
  ['JSON', json],
  ['UUID', uuid],
  ['Colour', colour],
  ['IBAN', iban],
  ['IP address', ip],
  ['Date', date],
  ['Cron', cron],
  ['URL', url],
  ['CSV', csv],
  ['Base64', base64],
]

const anyText = (text: string): Suggestion[] => [
  {
    ...{ kind: 'Text', slug: 'text-statistics', title: 'Text Statistics', does: 'Counts words, lines and characters' },
    inputs: { text },
  },
  {
    ...{ kind: 'Text', slug: 'text-case-converter', title: 'Text Case Converter', does: 'Writes it in another case' },
    inputs: { text },
  },
]

/** Tools for a pasted text, by what it looks like; for text that looks like nothing in particular, those for any text. */
export function detectPaste(pasted: string): Suggestion[] {
  const text = pasted.trim()
  if (text === '') return []
  const found = DETECTORS.flatMap(([kind, detect]) => detect(text).map((one): Suggestion => ({ kind, ...one })))
  return found.length > 0 ? found : anyText(pasted)
}
