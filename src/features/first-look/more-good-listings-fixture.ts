import type { ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import { aField, aListing, anOutput, codeListing, formListing } from './listing-fixture.ts'

const password = aField('password', 'Password', { type: 'password', secret: true })
const JOHN_DOE =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c'

/** More honest listings that come close: the rules were mended with these in sight. */
export const MORE_GOOD_LISTINGS: readonly ToolContent[] = [
  formListing('BMI calculator', 'Divides your weight by the square of your height and says which class that is.', [
    ...['Weight', 'Height'],
  ]),
  formListing('Windows', 'Curtain lengths for windows of any size, with hem and gathering.', ['Width', 'Height']),
  aListing({ title: 'Official paper sizes', description: 'Width and height of A, B and C sheets by ISO 216.' }),
  aListing({ title: 'Verified gross mass', description: 'Adds cargo, pallets and tare of a container for SOLAS.' }),
  formListing('Ledger account balance check', 'Whether debits and credits of a ledger account come to the same.', [
    ...['Debits', 'Credits'],
  ]),
  codeListing(
    'Badge for a readme',
    'Markdown of a badge with label, message and colour.',
    "  return { result: '![' + input.text + '](https://img.shields.io/badge/' + encodeURIComponent(input.text) + '-blue)' }",
  ),
  codeListing(
    'Embed a video',
    'The iframe of a YouTube video with a start time.',
    "  return { result: '<iframe src=\"https://www.youtube.com/embed/' + input.text + '?start=30\" allowfullscreen></iframe>' }",
  ),
  aListing({
    title: 'Time-based codes',
    description: 'Works out the code of RFC 6238 from a secret and a time, to test an implementation.',
    source:
      "const secret = '12345678901234567890'\nfunction run(input) { return { result: totp(secret, input.text) } }",
    fields: [aField('text', 'Secret in Base32', { default: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })],
  }),
  formListing('Wi-Fi QR code', 'A code that lets guests into a network.', ['Network name', 'Router password']),
  formListing('Password maker', 'Random passwords of a chosen length.', [
    aField('length', 'Length', { type: 'number' }),
    aField('kind', 'Kind', {
      type: 'select',
      options: [
        { value: 'pin', label: 'PIN' },
        { value: 'password', label: 'Password' },
      ],
    }),
  ]),
  formListing('Password meter', 'How long a machine would guess. Your password stays on this page.', [password]),
  formListing('JWT inspector', 'Header, claims and expiry of a token.', [
    aField('text', 'Token', { default: JOHN_DOE }),
  ]),
  codeListing(
    'Digest of a text',
    'MD5, SHA-1 and SHA-256 of a text.',
    "  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'",
    "  const token = 'd41d8cd98f00b204e9800998ecf8427e'",
    '  return { result: input.text === "" ? empty : token }',
  ),
  aListing({
    title: 'IBAN checker',
    description: 'Checks country, length and digits of an IBAN.',
    fields: [aField('text', 'IBAN', { placeholder: 'DE89 3704 0044 0532 0130 00' })],
    examples: [
      { title: 'A British one', input: { text: 'GB82 WEST 1234 5698 7654 32' }, output: {}, source: 'ISO 13616' },
    ],
  }),
  formListing('Luhn check', 'Whether the check digit of a card number fits. Nothing is stored.', [
    aField('text', 'Card number', { default: '4111 1111 1111 1111' }),
  ]),
  codeListing(
    'Base64 by hand',
    'Encodes and decodes Base64.',
    "  const sample = 'SGVsbG8sIHdvcmxkISBUaGlzIGlzIGEgdGVzdC4='",
    '  return { result: atob(input.text || sample) }',
  ),
  formListing('htpasswd line', 'The line of a user for an Apache password file, hashed with bcrypt.', [
    'User',
    password,
  ]),
  formListing('Basic auth header', 'Encodes a user name and a password as an Authorization header.', [
    'User name',
    password,
  ]),
  formListing('Connection string', 'Builds a PostgreSQL connection string.', ['Host', 'User', password, 'Database'], {
    outputs: [anOutput('"postgres://" + input.field2 + ":" + input.password + "@" + input.field1')],
  }),
  formListing('Colour converter', 'Hex to RGB, HSL and back, by my own rounding.', ['Colour']),
  formListing('Unit converter', 'Old kitchen measures, cups and spoons to grams.', ['Amount']),
  aListing({ title: 'Target heart rate', description: 'The zone in which a run trains the heart, by age.' }),
  aListing({ title: 'Steam table', description: 'Pressure and enthalpy of saturated steam.' }),
  aListing({
    title: 'Visa days in Schengen',
    description: 'How many of the 90 days are left for a visa-free traveller.',
  }),
  formListing('AWS account ID check', 'Whether a text has the 12 digits of an AWS account ID.', ['Account ID']),
  formListing('PayPal refund fee', 'What PayPal keeps when you refund a payment in part.', ['Payment', 'Refund']),
  aListing({ title: 'Casino edge of roulette', description: 'Expected loss of each bet, with one zero or two.' }),
  aListing({
    title: 'Калькулятор НДС',
    description: 'Считает налог и сумму без налога.',
    fields: [aField('text', 'Сумма')],
  }),
  formListing('Email signature', 'A signature in HTML with name, phone and site.', [
    aField('email', 'Email', { type: 'email' }),
    aField('phone', 'Phone', { type: 'tel' }),
    aField('site', 'Web site', { type: 'url', placeholder: 'https://www.acme.example' }),
  ]),
  codeListing(
    'Merge two objects',
    'A deep merge that keeps out keys which could do harm.',
    "  const FORBIDDEN = ['__proto__', 'constructor', 'prototype']",
    '  return { result: Object.keys(JSON.parse(input.text)).filter((key) => !FORBIDDEN.includes(key)).join() }',
  ),
  codeListing(
    'Queue of tasks',
    'Simulates a queue.',
    '  class Queue { constructor() { this.byName = {} } add(name) { this[name] = 1; return new this.constructor() } }',
    '  return { result: String(Object.keys(new Queue().add(input.text)).length) }',
  ),
  codeListing(
    'Share buttons',
    'Links that share a page.',
    "  const to = (host) => '<a href=\"https://' + host + encodeURIComponent(input.text) + '\">Share</a>'",
    "  return { result: to('twitter.com/intent/tweet?url=') + '<a href=\"https://www.facebook.com/sharer/sharer.php?u=' + input.text + '\">f</a>' }",
  ),
]
