import type { ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import { aField, aListing, anOutput, codeListing, formListing } from './listing-fixture.ts'

/** More honest listings that come close, written before the rules were mended and run only afterwards. */
export const UNSEEN_GOOD_LISTINGS: readonly ToolContent[] = [
  formListing('Password generator', 'Words from a Swedish list, easy to say on the phone.', ['Number of words']),
  formListing('Age calculator', 'Your age on Mars and Venus.', [aField('born', 'Date of birth', { type: 'date' })]),
  formListing('Passphrase entropy', 'Bits of a passphrase by how it was made.', [
    aField('text', 'Passphrase', { type: 'password', help: 'It never leaves this page.' }),
  ]),
  formListing('Encrypt a note', 'AES encryption of a short note by a password of your choice.', ['Note', 'Password']),
  formListing('curl command', 'Builds a curl command with user, password and headers.', [
    'URL',
    'Username',
    'Password',
  ]),
  formListing('BIN lookup by rule', 'Which network a card belongs to by its first six digits.', [
    'First six digits of the card',
  ]),
  formListing(
    'Test card numbers',
    'Lists the numbers that payment services give for tests, such as 4242 4242 4242 4242.',
    [...['Network']],
  ),
  formListing('PIN in letters', 'Turns a four-digit number into a word for the phone keypad.', ['Four digits']),
  formListing('Postcode in the sandbox', 'The post code area of a 6-digit PIN code in India.', ['PIN code']),
  formListing('HMAC check', 'Whether a signature fits a payload, as in RFC 4231.', [
    aField('key', 'Key', { default: '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b' }),
    aField('text', 'Message', { default: 'Hi There' }),
  ]),
  formListing('Robots.txt maker', 'Lines for crawlers of Google, Bing and Amazon.', ['Paths']),
  formListing('Instagram caption spacer', 'Keeps line breaks in captions. Not affiliated with Instagram.', ['Caption']),
  formListing('Netflix or cinema', 'What is cheaper for a family.', ['Films per month', 'Ticket price']),
  formListing('GitHub stars per day', 'Divides the stars of a project by its days.', ['Stars', 'Days']),
  formListing('Microsoft Excel column letters', 'Number of a column to letters and back.', ['Column']),
  formListing('Wise words of the day', 'Picks a proverb by the date.', [aField('day', 'Day', { type: 'date' })]),
  formListing('Uber or own car', 'Cost of a year by taxi against a car.', ['Kilometres', 'Price']),
  formListing('Apple crumble for a crowd', 'Scales a recipe.', ['People']),
  aListing({ title: 'Official holidays of Bavaria', description: 'The days on which shops are closed, by year.' }),
  aListing({ title: 'Verified carbon units', description: 'Tonnes to units, with a buffer kept back.' }),
  formListing('Email rule check', 'Whether an address follows RFC 5322.', [
    aField('email', 'Email', { type: 'email', placeholder: 'name@example.com' }),
  ]),
  formListing('Phone number format', 'Writes a number in E.164.', [aField('tel', 'Phone', { type: 'tel' })]),
  formListing('Invoice line', 'Account holder, IBAN and BIC in the form of a transfer QR code.', [
    ...['Account holder', aField('iban', 'IBAN', { placeholder: 'NL91 ABNA 0417 1643 00' }), 'Amount'],
  ]),
  codeListing(
    'UUID version',
    'Which version a UUID has.',
    "  const key = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'",
    '  return { result: (input.text || key)[14] }',
  ),
  codeListing(
    'Map embed',
    'An iframe of OpenStreetMap.',
    "  return { result: '<iframe src=\"https://www.openstreetmap.org/export/embed.html?bbox=' + input.text + '\"></iframe>' }",
  ),
  codeListing(
    'Font link',
    'The link element of a web font.',
    '  return { result: \'<link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=\' + input.text + \'">\' }',
  ),
  codeListing(
    'HTTP client snippets',
    'The same request for fetch, axios and XMLHttpRequest.',
    "  const axios = 'axios.get(\"' + input.text + '\")'",
    '  const xhr = \'const x = new XMLHttpRequest()\\nx.open("GET", "\' + input.text + \'")\'',
    "  return { result: ['fetch(\"' + input.text + '\")', axios, xhr].join('\\n') }",
  ),
  codeListing(
    'Obfuscation for teachers',
    'Shows how letters become escapes.',
    "  return { result: [...input.text].map((s) => '\\\\x' + s.charCodeAt(0).toString(16)).join('') }",
  ),
  codeListing(
    'State machine',
    'Runs a list of events.',
    "  const process = { open: 'closed', closed: 'open' }",
    '  const self = { state: "open" }',
    '  for (const event of input.text.split(",")) self.state = process[self.state] ?? event',
    '  return { result: self.state }',
  ),
  codeListing(
    'Tokens of a sentence',
    'Splits a sentence into tokens and counts those of one kind.',
    "  const tokens = { word: 'aVeryLongIdentifierName2', separator: 'semicolon-and-colon' }",
    "  const secretNumber = 'nineteen-hundred-eighty-four'",
    '  return { result: tokens[input.text] ?? secretNumber }',
  ),
  aListing({
    title: 'Kostenlos parken',
    description: 'Rechnet aus, wie lange ein Ticket reicht.',
    fields: [aField('text', 'Münzen')],
    outputs: [anOutput('"Ihr Konto reicht für " + input.text + " Minuten."')],
  }),
  aListing({
    title: 'Calcul de crédit',
    description: 'La mensualité d’un crédit, à partir du taux et de la durée.',
    category: 'finance',
    examples: [{ title: 'Dix ans', input: {}, output: {}, source: 'https://www.service-public.fr/simulateur' }],
  }),
  formListing('Days since the account was opened', 'Whole days, for a bonus of loyalty.', [
    ...['Account opened on', 'Today'],
  ]),
  formListing('Lost card costs', 'What a blocked bank card costs by its terms.', [
    'Price of a new card',
    'Price of a PIN letter',
  ]),
]
