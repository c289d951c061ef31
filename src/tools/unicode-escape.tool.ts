import { checkbox, defineTool, radio, select, ToolError, table, text, textarea } from '#src/sdk/index.ts'

const MOST_CHARACTERS = 200_000
const MOST_ROWS = 200
const LAST_CODE_POINT = 0x10_ffff

const FORMS = {
  'js-units': String.raw`\uXXXX: JavaScript, JSON, Java`,
  'js-points': String.raw`\u{X}: ECMAScript 2015, Rust, Swift`,
  html: '&#xX; HTML, XML',
  css: String.raw`\X␣ CSS`,
  plus: 'U+XXXX',
  percent: '%uXXXX',
} as const
type Form = keyof typeof FORMS

const refused = (problem: string) => new ToolError(`Text ${problem}`, { field: 'text' })

const hex = (value: number, digits = 0): string => value.toString(16).padStart(digits, '0')

/** One escape for each UTF-16 code unit: two for an emoji. */
const perUnit = (character: string, prefix: string, hexOf: (value: number) => string): string =>
  [...Array(character.length).keys()].map((index) => prefix + hexOf(character.charCodeAt(index))).join('')

function escaped(character: string, form: Form, uppercase: boolean): string {
  const cased = (digits: string) => (uppercase ? digits.toUpperCase() : digits)
  const point = character.codePointAt(0) ?? 0
  switch (form) {
    case 'js-units':
      return perUnit(character, String.raw`\u`, (value) => cased(hex(value, 4)))
    case 'percent':
      return perUnit(character, '%u', (value) => cased(hex(value, 4)))
    case 'js-points':
      return `\\u{${cased(hex(point))}}`
    case 'html':
      return `&#x${cased(hex(point))};`
    case 'css':
      return `\\${cased(hex(point))} `
    case 'plus':
      return `U+${cased(hex(point, 4))}`
  }
}

interface Encoding {
  readonly form: Form
  readonly uppercase: boolean
  readonly keepAscii: boolean
}

const HEX = '[0-9A-Fa-f]'
// Small u has four digits, capital U eight (C, Python).
const ESCAPES = new RegExp(
  [
    String.raw`\\u\{(?<braced>${HEX}{1,8})\}|\\u(?<unit>${HEX}{4})|\\U(?<long>${HEX}{8})|\\x(?<byte>${HEX}{2})`,
    String.raw`%u(?<percent>${HEX}{4})|[Uu]\+(?<plus>${HEX}{4,6})|&#[xX](?<hex>${HEX}{1,8});|&#(?<decimal>\d{1,8});`,
  ].join('|'),
  'g',
)
const HEX_DIGIT = new RegExp(HEX)

/** Where something in the text would be read as an escape. Decoding CSS reads those of CSS only. */
const escapesIn = (given: string, form: Form): ReadonlySet<number> =>
  new Set(form === 'css' ? [] : Array.from(given.matchAll(ESCAPES), ({ index }) => index))

function encoded(given: string, { form, uppercase, keepAscii }: Encoding): string {
  const mistakable = escapesIn(given, form)
  let result = ''
  let index = 0
  let isEscaped = false
  for (const character of given) {
    // U+ has no end of its own: a digit behind it would be one of its digits.
    const continues: boolean = form === 'plus' && isEscaped && HEX_DIGIT.test(character)
    const isKept = keepAscii && /^[ -~\n]$/.test(character) && character !== '\\'
    isEscaped = !isKept || continues || mistakable.has(index)
    result += isEscaped ? escaped(character, form, uppercase) : character
    index += character.length
  }
  return result
}

const BROKEN = new RegExp(String.raw`\\u(?!\{${HEX}{1,8}\}|${HEX}{4}).{0,6}`)

function unescaped(written: string, groups: Readonly<Record<string, string | undefined>>): string {
  const { decimal, ...hexadecimal } = groups
  const digits = Object.values(hexadecimal).find((value) => value !== undefined)
  const point = decimal === undefined ? Number.parseInt(digits ?? '', 16) : Number(decimal)
  if (point > LAST_CODE_POINT) throw refused(`must have code points up to 10FFFF: “${written}” is beyond`)
  return String.fromCodePoint(point)
}

/** CSS Syntax Module Level 3, section 4.3.7: one space behind an escape belongs to it. */
const CSS_ESCAPES = new RegExp(String.raw`\\(${HEX}{1,6})(?:\r\n|[ \t\r\n\f])?`, 'g')
const REPLACEMENT = '\ufffd'

/** CSS refuses no number: what is no character is read as U+FFFD. */
const ofCss = (_: string, digits: string): string => {
  const point = Number.parseInt(digits, 16)
  const isNone = point === 0 || point > LAST_CODE_POINT || (point >= 0xd800 && point <= 0xdfff)
  return isNone ? REPLACEMENT : String.fromCodePoint(point)
}

function decoded(given: string, form: Form): string {
  if (form === 'css') return given.replace(CSS_ESCAPES, ofCss)
  const broken = BROKEN.exec(given)
  if (broken) throw refused(`must have whole escapes: “${broken[0]}” is none`)
  return given.replace(ESCAPES, (written, ...rest) => unescaped(written, rest.at(-1)))
}

const rowsOf = (characters: string) =>
  [...new Set(characters)].slice(0, MOST_ROWS).map((character) => {
    const point = character.codePointAt(0) ?? 0
    return { character, code: `U+${hex(point, 4).toUpperCase()}`, decimal: point }
  })

export const unicodeEscape = defineTool({
  slug: 'unicode-escape',
  title: 'Unicode Escape',
  description: 'Writes text as Unicode escapes such as \\u00e9, U+00E9 or &#xe9;, and turns escapes back into text.',
  category: 'converter',
  tags: ['text', 'unicode', 'encoding'],
  keywords: [
    'unicode',
    'unescape',
    'escape sequence',
    'code point',
    'u+',
    'javascript string',
    'text to unicode',
    'unicode to text',
    'ascii only',
    'json escape',
  ],
  input: [
    radio('action', {
      label: 'Action',
      default: 'encode',
      options: { encode: 'Text to escapes', decode: 'Escapes to text' },
    }),
    textarea('text', { label: 'Text', default: '', placeholder: 'Hello, World!', maxLength: MOST_CHARACTERS }),
    select('form', {
      label: 'Form',
      default: 'js-units',
      options: FORMS,
      help: 'Escapes are read in whatever form they have, those of CSS only where CSS is chosen.',
    }),
    checkbox('keepAscii', {
      label: 'Keep ASCII',
      help: 'Only other characters are escaped, the backslash, and what would be read as an escape.',
      showIf: { field: 'action', in: ['encode'] },
    }),
    checkbox('uppercase', {
      label: 'Capital digits',
      help: 'A to F instead of a to f.',
      showIf: { field: 'action', in: ['encode'] },
    }),
  ],
  output: {
    result: text('Result', { format: 'code', primary: true }),
    characters: table('Characters', {
      help: `Each once, at most ${MOST_ROWS}.`,
      columns: [
        { name: 'character', label: 'Character' },
        { name: 'code', label: 'Code point' },
        { name: 'decimal', label: 'Decimal', type: 'number' },
      ],
    }),
  },
  run: ({ text: given, action, ...encoding }) => {
    const result = action === 'encode' ? encoded(given, encoding) : decoded(given, encoding.form)
    return { result, characters: rowsOf(action === 'encode' ? given : result) }
  },
  examples: [
    {
      title: 'A greeting',
      input: { text: 'Hello, World!', action: 'encode' },
      output: {
        result: String.raw`\u0048\u0065\u006c\u006c\u006f\u002c\u0020\u0057\u006f\u0072\u006c\u0064\u0021`,
      },
      source: 'omni-tools, Unicode tests: an English text in lower-case hexadecimal',
    },
    {
      title: 'Chinese',
      input: { text: '你好，世界！', action: 'encode' },
      output: { result: String.raw`\u4f60\u597d\uff0c\u4e16\u754c\uff01` },
      source: 'omni-tools, Unicode tests: a Chinese text',
    },
    {
      title: 'A character beyond 16 bits',
      input: { text: '𝄞', action: 'encode', uppercase: true },
      output: { result: String.raw`\uD834\uDD1E` },
      source: 'RFC 8259, section 7: the G clef, U+1D11E, is \\uD834\\uDD1E',
    },
    {
      title: 'Escapes to text',
      input: { text: String.raw`\u041f\u0440\u0438\u0432\u0435\u0442`, action: 'decode' },
      output: { result: 'Привет' },
      source: 'omni-tools, Unicode tests: a Russian text',
    },
  ],
  method: {
    formula:
      'Each character is written as the hexadecimal number of its code point; in the forms with four digits one beyond FFFF is a surrogate pair.',
    rounding: 'None.',
    notes:
      'Decoding knows \\uXXXX, \\u{X}, \\UXXXXXXXX, \\xXX, %uXXXX, U+XXXX, &#xX; and &#N; in one text, and leaves everything else as it is. The escapes of CSS, which could be something else, are read where CSS is chosen, as CSS Syntax 3, section 4.3.7, says.',
  },
  sources: [
    { title: 'RFC 8259, section 7: Strings', url: 'https://www.rfc-editor.org/rfc/rfc8259#section-7' },
    { title: 'ECMA-262, String Literals', url: 'https://tc39.es/ecma262/#sec-literals-string-literals' },
    {
      title: 'CSS Syntax Module Level 3, section 4.3.7: Consume an escaped code point',
      url: 'https://www.w3.org/TR/css-syntax-3/#consume-escaped-code-point',
    },
    { title: 'omni-tools, Unicode', url: 'https://github.com/iib0011/omni-tools' },
  ],
})
