import { badge, defineTool, string, text } from '#src/sdk/index.ts'
import { STRUCTURES, type Structure } from './iban-validator/structures.ts'

const MOST_CHARACTERS = 100
/** An IBAN has at most 34 characters (ISO 13616-1). */
const LONGEST_IBAN = 34
const PARTS = /^(?<country>[A-Z]{2})(?<checkDigits>\d{2})(?<bban>[A-Z0-9]+)$/

/** ISO 7064, MOD 97-10, with letters as 10 to 35. */
function expectedCheckDigits(country: string, bban: string): string {
  const digits = Array.from(`${bban}${country}00`, (character) => Number.parseInt(character, 36)).join('')
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0')
}

const countryName = (code: string): string | undefined =>
  new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code)

function problemOf(bban: string, structure: Structure | undefined, checkDigits: string, expected: string) {
  if (structure === undefined) return 'No IBANs are known of this country.'
  const { length, bban: pattern, description } = structure
  if (bban.length + 4 !== length) return `It must have ${length} characters, not ${bban.length + 4}.`
  if (!pattern.test(bban)) return `Behind the check digits there must be ${description}.`
  return checkDigits === expected ? undefined : `The check digits must be ${expected}, not ${checkDigits}.`
}

function judged(given: string) {
  const iban = given
    .replace(/^\s*iban:?/i, '')
    .replace(/[\s\-\u2010-\u2015]/g, '')
    .toUpperCase()
  const parts = PARTS.exec(iban)?.groups
  if (parts === undefined || iban.length > LONGEST_IBAN)
    return { valid: false, reason: 'It must have two letters, two digits and at most 30 letters or digits.' }
  const { country = '', checkDigits = '', bban = '' } = parts
  const structure = STRUCTURES.get(country)
  const expected = expectedCheckDigits(country, bban)
  const problem = problemOf(bban, structure, checkDigits, expected)
  return {
    valid: problem === undefined,
    reason: problem ?? 'Country, length, characters and check digits are right.',
    country,
    countryName: countryName(country),
    checkDigits,
    expectedCheckDigits: expected,
    bban,
    structure: structure?.description,
    printed: iban.match(/.{1,4}/g)?.join(' '),
    electronic: iban,
  }
}

export const ibanValidator = defineTool({
  slug: 'iban-validator',
  title: 'IBAN Validator',
  description: 'Checks the country, length, characters and check digits of an IBAN, and takes it apart.',
  category: 'developer',
  tags: ['validation', 'banking', 'numbers'],
  keywords: [
    'iban checker',
    'iban check',
    'bank account number',
    'international bank account number',
    'bban',
    'sepa',
    'mod 97',
    'check digits',
    'iso 13616',
    'kontonummer',
  ],
  input: [
    string('iban', {
      label: 'IBAN',
      help: 'Spaces and hyphens are left out.',
      placeholder: 'GB29 NWBK 6016 1331 9268 19',
      required: true,
      maxLength: MOST_CHARACTERS,
      secret: true,
    }),
  ],
  output: {
    valid: badge('Valid', { type: 'boolean', primary: true }),
    reason: text('Reason'),
    country: text('Country code', { format: 'code' }),
    countryName: text('Country'),
    checkDigits: text('Check digits', { format: 'code' }),
    expectedCheckDigits: text('Right check digits', { format: 'code' }),
    bban: text('National account number', { format: 'code', help: 'BBAN: bank, branch and account.' }),
    structure: text('Its structure'),
    printed: text('As it is printed', { format: 'code' }),
    electronic: text('As computers store it', { format: 'code' }),
  },
  run: ({ iban }) => judged(iban),
  examples: [
    {
      title: 'United Kingdom',
      input: { iban: 'GB29 NWBK 6016 1331 9268 19' },
      output: { valid: true, country: 'GB', checkDigits: '29', bban: 'NWBK60161331926819' },
      source: 'SWIFT, IBAN Registry, United Kingdom: GB29NWBK60161331926819',
    },
    {
      title: 'Germany',
      input: { iban: 'DE89370400440532013000' },
      output: { valid: true, printed: 'DE89 3704 0044 0532 0130 00', countryName: 'Germany' },
      source: 'SWIFT, IBAN Registry, Germany: DE89370400440532013000',
    },
    {
      title: 'Two digits exchanged',
      input: { iban: 'DE89370400440532010300' },
      output: { valid: false },
      source: 'ISO 7064: MOD 97-10 finds every exchange of two neighbouring digits',
    },
    {
      title: 'The shortest, a digit missing',
      input: { iban: 'NO93 8601 1117 94' },
      output: { valid: false, reason: 'It must have 15 characters, not 14.' },
      source: 'SWIFT, IBAN Registry, Norway: NO9386011117947, 15 characters',
    },
  ],
  method: {
    formula:
      'Country and check digits go to the end, letters become 10 to 35: the number must leave 1 when divided by 97.',
    rounding: 'None.',
    notes:
      'Check digits inside the national account number are not checked, and a valid IBAN does not mean that the account exists.',
  },
  sources: [
    { title: 'ISO 13616-1: International bank account number, and ISO 7064' },
    {
      title: 'SWIFT, IBAN Registry',
      url: 'https://www.swift.com/standards/data-standards/iban-international-bank-account-number',
    },
  ],
})
