import { checkbox, defineTool, radio, select, ToolError, text, textarea } from '#src/sdk/index.ts'

const MOST_CHARACTERS = 500_000

const MODES = {
  component: 'One part of an address',
  address: 'A whole address: / ? # & = stay',
  form: 'Form data: + for spaces',
} as const

const refused = (problem: string) => new ToolError(`Text ${problem}`, { field: 'text' })
const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

interface Encoding {
  readonly mode: keyof typeof MODES
  readonly encodeAllSpecial: boolean
}

function encoded(given: string, { mode, encodeAllSpecial }: Encoding): string {
  if (!given.isWellFormed()) throw refused('must not have half of a surrogate pair')
  // Both leave some signs alone that others must see encoded, so the rest is done here.
  if (encodeAllSpecial) return encodeURIComponent(given).replace(/[!'()*._~-]/g, percent)
  switch (mode) {
    case 'component':
      return encodeURIComponent(given)
    case 'address':
      return encodeURI(given)
    case 'form':
      return new URLSearchParams([['', given]]).toString().slice(1)
  }
}

/** The text around the first "%" that begins no escape, or undefined. */
const brokenEscape = (given: string): string | undefined => /%(?![0-9a-f]{2}).{0,2}/i.exec(given)?.[0]

function decoded(given: string, mode: keyof typeof MODES): string {
  const broken = brokenEscape(given)
  if (broken !== undefined) throw refused(`must have two hexadecimal digits behind each %, not “${broken}”`)
  try {
    // What parts an address stays escaped, or it would lead elsewhere.
    if (mode === 'address') return decodeURI(given)
    return decodeURIComponent(mode === 'form' ? given.replaceAll('+', ' ') : given)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    throw refused('must be percent-encoded UTF-8')
  }
}

export const urlEncoder = defineTool({
  slug: 'url-encoder',
  title: 'URL Encoder and Decoder',
  description:
    'Percent-encodes text for use in web addresses and decodes it, as one part, a whole address or form data.',
  category: 'developer',
  tags: ['url', 'encoding', 'web'],
  keywords: [
    'percent encoding',
    'urlencode',
    'urldecode',
    'url decode',
    'encodeuricomponent',
    'decodeuricomponent',
    'uri',
    'query string',
    'escape',
    '%20',
  ],
  input: [
    radio('action', { label: 'Action', default: 'encode', options: { encode: 'Encode', decode: 'Decode' } }),
    textarea('text', { label: 'Text', default: '', placeholder: 'Hello world!', maxLength: MOST_CHARACTERS }),
    select('mode', {
      label: 'Used as',
      help: 'In form data + is a space.',
      default: 'component',
      options: MODES,
      aliases: { uri: 'address', url: 'address', query: 'form' },
    }),
    checkbox('encodeAllSpecial', {
      label: 'Encode all special characters',
      help: 'Everything but letters A to Z and digits.',
      showIf: { field: 'action', in: ['encode'] },
    }),
  ],
  output: { result: text('Result', { format: 'code', primary: true }) },
  run: ({ text: given, action, ...encoding }) => ({
    result: action === 'encode' ? encoded(given, encoding) : decoded(given, encoding.mode),
  }),
  examples: [
    {
      title: 'A space',
      input: { text: 'Hello world!', action: 'encode' },
      output: { result: 'Hello%20world!' },
      source: 'CyberChef, URL Encode tests: without special characters',
    },
    {
      title: 'All special characters',
      input: { text: 'Hello world!', action: 'encode', encodeAllSpecial: true },
      output: { result: 'Hello%20world%21' },
      source: 'CyberChef, URL Encode tests: with special characters',
    },
    {
      title: 'Chinese',
      input: { text: '你好', action: 'encode' },
      output: { result: '%E4%BD%A0%E5%A5%BD' },
      source: 'CyberChef, URL Encode tests: text is encoded as UTF-8',
    },
    {
      title: 'Decoding',
      input: { text: '%C2%A3%20and%20%E2%82%AC%20rates', action: 'decode' },
      output: { result: '£ and € rates' },
      source: 'RFC 5987, section 3.2.2: the value of the second example',
    },
    {
      title: 'A letter of another script',
      input: { text: 'À', action: 'encode' },
      output: { result: '%C3%80' },
      source: 'RFC 3986, section 2.5: LATIN CAPITAL LETTER A WITH GRAVE is %C3%80',
    },
  ],
  method: {
    formula: 'Each byte of the UTF-8 text that may not stand for itself is written as % and two hexadecimal digits.',
    rounding: 'None.',
    notes:
      "One part leaves letters, digits and - _ . ! ~ * ' ( ) as they are (ECMA-262 encodeURIComponent), a whole address also ; / ? : @ & = + $ , #, and their escapes when it is decoded (decodeURI). Form data is that of the WHATWG URL standard.",
  },
  sources: [
    { title: 'RFC 3986, section 2.1: Percent-Encoding', url: 'https://www.rfc-editor.org/rfc/rfc3986#section-2.1' },
    { title: 'ECMA-262, URI Handling Functions', url: 'https://tc39.es/ecma262/#sec-uri-handling-functions' },
    {
      title: 'WHATWG URL, application/x-www-form-urlencoded',
      url: 'https://url.spec.whatwg.org/#application/x-www-form-urlencoded',
    },
  ],
})
