import type { ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import { aField, aListing, anOutput, code } from './listing-fixture.ts'

/** Honest listings, many of which come close to what a first look is for. */
export const GOOD_LISTINGS: readonly ToolContent[] = [
  aListing({
    title: 'Tiles for a floor',
    description: 'How many tiles a floor takes, with some to spare.',
    category: 'calculator',
    fields: [aField('area', 'Floor', { type: 'number', unit: 'm²' })],
    outputs: [anOutput('input.area / 0.25 * 1.1', { type: 'number', renderer: 'badge' })],
  }),
  aListing({
    title: 'PayPal fee by country',
    description: 'What PayPal keeps of a payment, and what to ask for so that a whole amount arrives.',
    category: 'finance',
  }),
  aListing({
    title: 'Discount in a shop',
    description: 'The price after a discount of so many percent, and what you save when you buy two.',
    category: 'finance',
  }),
  aListing({
    title: 'JWT reader',
    description: 'Shows the header and the payload of a JSON web token. Nothing is checked or sent.',
    fields: [
      aField('text', 'Token', {
        placeholder: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
      }),
    ],
    source: code(
      'function run(input) {',
      '  const [head, body] = input.text.split(".").map((part) => part.replace(/-/g, "+").replace(/_/g, "/"))',
      '  return { result: decode(head) + "\\n" + decode(body) }',
      '}',
      'function decode(text) { return decodeURIComponent(escape(base64(text))) }',
      'function base64(text) {',
      "  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'",
      '  let out = ""',
      '  for (const sign of text) out += String.fromCharCode(alphabet.indexOf(sign))',
      '  return out',
      '}',
    ),
  }),
  aListing({
    title: 'Passphrase from dice',
    description: 'Turns throws of five dice into a passphrase of short words.',
    source: code(
      "const passwordSigns = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'",
      'function run(input) { return { result: [...input.text].map((n) => passwordSigns[n]).join("") } }',
    ),
  }),
  aListing({
    title: 'How strong is this password?',
    description: 'Estimates how long guessing a password would take. It stays in this browser.',
    fields: [aField('text', 'Password', { secret: true })],
    source: code(
      'function run(input) {',
      '  const password = input.text',
      '  return { result: String(password.length * Math.log2(62)) }',
      '}',
    ),
  }),
  aListing({
    title: 'Find keys in a text',
    description: 'Looks for what reads like an access key, so that it is not shared by mistake.',
    source: code(
      'const patterns = [/AKIA[0-9A-Z]{16}/, /ghp_[A-Za-z0-9]{36}/, /-----BEGIN [A-Z ]+-----/]',
      'function run(input) { return { result: patterns.some((one) => one.test(input.text)) ? "found" : "none" } }',
    ),
  }),
  aListing({
    title: 'cURL to fetch',
    description: 'Turns a cURL command into JavaScript that calls fetch.',
    source: code(
      'function run(input) {',
      "  const url = /https?:\\/\\/[^\\s'\"]+/.exec(input.text)?.[0] ?? ''",
      '  // fetch is only written here, not called',
      '  return { result: "await fetch(" + JSON.stringify(url) + ", { method: \'GET\' })" }',
      '}',
    ),
  }),
  aListing({
    title: 'Link to a map',
    description: 'Makes a link that opens a place on a map.',
    source: code(
      'function run(input) {',
      "  return { result: 'https://www.openstreetmap.org/search?query=' + encodeURIComponent(input.text) }",
      '}',
    ),
  }),
  aListing({
    title: 'Campaign link',
    description: 'Adds utm_source, utm_medium and utm_campaign to a link.',
    tags: ['utm', 'link', 'marketing'],
    source: code(
      'function run(input) {',
      '  const [before, anchor = ""] = input.text.split("#")',
      "  return { result: before + (before.includes('?') ? '&' : '?') + 'utm_source=' + input.source + anchor }",
      '}',
    ),
  }),
  aListing({
    title: 'Picture tag with sizes',
    description: 'Writes an img element with srcset for three widths.',
    source: code(
      'function run(input) {',
      '  return { result: `<img src="\x24{input.text}" srcset="\x24{input.text}?w=480 480w" alt="">` }',
      '}',
    ),
  }),
  aListing({
    title: 'Structured data for a recipe',
    description: 'Writes the JSON-LD that search engines read for a recipe.',
    source: code(
      'function run(input) {',
      "  const data = { '@context': 'https://schema.org', '@type': 'Recipe', name: input.text }",
      '  return { result: `<script type="application/ld+json">\x24{JSON.stringify(data)}</script>` }',
      '}',
    ),
  }),
  aListing({
    title: 'Icon as a data URL',
    description: 'Puts an SVG drawing into an address that a style sheet can use.',
    source: code(
      'function run(input) {',
      "  const svg = '<svg xmlns=\"http://www.w3.org/2000/svg\">' + input.text + '</svg>'",
      "  return { result: 'url(\"data:image/svg+xml,' + encodeURIComponent(svg) + '\")' }",
      '}',
    ),
  }),
  aListing({
    title: 'Caesar cipher',
    description: 'Shifts each letter by so many places, for puzzles and classrooms.',
    source: code(
      'function run(input) {',
      '  return { result: input.text.replace(/[a-z]/g, (sign) => String.fromCharCode((sign.charCodeAt(0) - 97 + 3) % 26 + 97)) }',
      '}',
    ),
  }),
  aListing({
    title: 'Reverse Polish calculator',
    description: 'Works out terms such as 3 4 + 5 ×.',
    source: code(
      'function run(input) {',
      '  const stack = []',
      '  for (const word of input.text.split(" ")) {',
      '    if (/^[-+*/]$/.test(word)) { const [b, a] = [stack.pop(), stack.pop()]; stack.push(Function(`return \x24{a} \x24{word} \x24{b}`)()) }',
      '    else stack.push(Number(word))',
      '  }',
      '  return { result: String(stack[0]) }',
      '}',
    ),
  }),
  aListing({
    title: 'Checksum of a text (CRC-32)',
    description: 'The CRC-32 of a text, as zip files have it.',
    source: code(
      `const table = [${Array.from({ length: 256 }, (_, n) => `0x${((n * 2654435761) % 4294967296).toString(16)}`).join(',')}]`,
      'function run(input) {',
      '  let crc = -1',
      '  for (let i = 0; i < input.text.length; i++) crc = (crc >>> 8) ^ table[(crc ^ input.text.charCodeAt(i)) & 255]',
      '  return { result: ((crc ^ -1) >>> 0).toString(16) }',
      '}',
    ),
  }),
  aListing({
    title: 'Morse code',
    description: 'Letters to dots and dashes, and back.',
    source: code(
      `const morse = ${JSON.stringify(Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map((letter, at) => [letter, '.-'.repeat(1 + (at % 3))])))}`,
      'const process = (text) => [...text].map((sign) => morse[sign] ?? sign).join(" ")',
      'function run(input) { return { result: process(input.text) } }',
    ),
  }),
  aListing({
    title: 'Emoji to code points',
    description: 'The code points of each sign, such as U+1F469 for 👩.',
    source: code(
      "function run(input) { return { result: [...(input.text || '👩‍💻')].map((s) => s.codePointAt(0).toString(16)).join(' ') } }",
    ),
  }),
  aListing({
    title: 'Remove invisible letters',
    description: 'Takes zero-width spaces and marks of direction out of a text.',
    source: code(
      'function run(input) { return { result: input.text.replace(/[\\u200b-\\u200f\\u202a-\\u202e\\u2060\\ufeff]/g, "") } }',
    ),
  }),
  aListing({
    title: 'IBAN check',
    description: 'Checks the digits of an IBAN by ISO 13616. See https://www.iso.org/standard/81090.html',
    category: 'finance',
    source: code(
      'function run(input) {',
      '  const text = input.text.slice(4) + input.text.slice(0, 4)',
      '  return { result: String(BigInt(text) % 97n === 1n) }',
      '}',
    ),
  }),
  aListing({
    title: 'Card number check digit',
    description: 'Whether the last digit of a card number fits the others (Luhn).',
    category: 'finance',
    fields: [aField('text', 'Number without spaces')],
  }),
  aListing({
    title: 'BMI for children',
    description: 'The body mass index of a child by the official growth charts of the WHO.',
    category: 'health',
  }),
  aListing({
    title: 'Google Sheets dates',
    description: 'Turns the number that Google Sheets keeps for a date into a date.',
    category: 'converter',
  }),
  aListing({
    title: 'Steps to kilometres',
    description: 'How far so many steps are, by your height. The formula is on health.example.org.',
    category: 'health',
  }),
  aListing({
    title: 'Hours worked',
    description: 'Adds up hours and minutes of a week, breaks left out. Works for two shifts a day as well.',
    category: 'calculator',
  }),
  aListing({
    title: 'Event poster text',
    description: 'Date, place and title of an event in the form that our club posts them. Order of lines as you like.',
    outputs: [anOutput('input.text + "\\n" + "Join us!"')],
  }),
  aListing({
    title: 'Colour of the month',
    description: 'A palette of five colours from one, light to dark.',
    category: 'design',
    source: code(
      'class Palette { constructor(base) { this.base = base } get name() { return this.constructor.name } }',
      'function run(input) { return { result: new Palette(input.text).name } }',
    ),
  }),
  aListing({
    title: 'Cache size',
    description: 'How much memory a cache of so many entries takes.',
    source: code(
      'const cache = new Map()',
      'cache.fetch = (key) => cache.get(key)',
      'const token = "separator-between-two-entries"',
      'function run(input) { return { result: String(cache.fetch(input.text) ?? token.length) } }',
    ),
  }),
  aListing({
    title: 'Interest on savings',
    description: 'What your savings come to after some years when interest is paid each month.',
    category: 'finance',
    tags: ['savings', 'interest', 'money'],
  }),
  aListing({
    title: 'SHA-256 by hand',
    description: 'Shows the rounds of SHA-256 for a short text, for learning.',
    source: code(
      "const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'",
      'const rotate = (n, by) => (n >>> by) | (n << (32 - by))',
      'function run(input) { return { result: input.text === "abc" ? expected : String(rotate(1, 2)) } }',
    ),
  }),
]
