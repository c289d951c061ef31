import { badge, defineTool, radio, string, ToolError, table, text } from '#src/sdk/index.ts'

const MOST_CHARACTERS = 1000

/** Of payment cards, by their first digits (ISO/IEC 7812-1) and lengths. */
const ISSUERS = [
  { name: 'American Express', pattern: /^3[47]\d{13}$/ },
  { name: 'Diners Club', pattern: /^3(?:0[0-5]|[689]\d)\d{11}$/ },
  { name: 'Discover', pattern: /^6(?:011|5\d\d|4[4-9]\d)\d{12}$/ },
  { name: 'JCB', pattern: /^35(?:2[89]|[3-8]\d)\d{12}$/ },
  { name: 'Mastercard', pattern: /^(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/ },
  { name: 'UnionPay', pattern: /^62\d{14,17}$/ },
  { name: 'Visa', pattern: /^4(?:\d{12}|\d{15}|\d{18})$/ },
]

interface Step {
  readonly digit: number
  readonly weight: 1 | 2
  readonly counted: number
}

/** From the left; the last digit has weight 1. */
function stepsOf(digits: string): Step[] {
  return Array.from(digits, (character, index) => {
    const digit = Number(character)
    const weight = (digits.length - index) % 2 === 0 ? 2 : 1
    const product = digit * weight
    return { digit, weight, counted: product > 9 ? product - 9 : product }
  })
}

const sumOf = (digits: string): number => stepsOf(digits).reduce((sum, { counted }) => sum + counted, 0)
const checkDigitOf = (payload: string): number => (10 - (sumOf(`${payload}0`) % 10)) % 10
const bareOf = (given: string): string => given.replace(/[\s-]/g, '')

function judged(given: string) {
  const digits = bareOf(given)
  if (!/^\d{2,}$/.test(digits)) {
    const reason = /^\d*$/.test(digits)
      ? 'A number with a check digit has two digits or more.'
      : 'It has other characters than digits.'
    return { valid: false, reason, steps: [] }
  }
  const checkDigit = checkDigitOf(digits.slice(0, -1))
  const valid = checkDigit === Number(digits.at(-1))
  return {
    valid,
    checkDigit,
    reason: valid ? 'The check digit is right.' : `The check digit must be ${checkDigit}.`,
    issuer: ISSUERS.find(({ pattern }) => pattern.test(digits))?.name,
    sum: sumOf(digits),
    steps: stepsOf(digits),
  }
}

function completed(given: string) {
  const payload = bareOf(given)
  if (!/^\d+$/.test(payload))
    throw new ToolError('Number must have only digits, spaces and hyphens', { field: 'number' })
  const checkDigit = checkDigitOf(payload)
  return { ...judged(payload + checkDigit), complete: payload + checkDigit }
}

export const luhnValidator = defineTool({
  slug: 'luhn-validator',
  title: 'Luhn Check Digit',
  description: 'Checks card, IMEI and other numbers by the Luhn algorithm, or works out their check digit.',
  category: 'developer',
  tags: ['validation', 'numbers'],
  keywords: [
    'luhn algorithm',
    'mod 10',
    'modulus 10',
    'credit card number',
    'check digit',
    'checksum',
    'imei',
    'card validator',
  ],
  input: [
    radio('action', {
      label: 'Action',
      default: 'validate',
      options: { validate: 'Check a number', 'check-digit': 'Find the check digit' },
    }),
    string('number', {
      label: 'Number',
      help: 'Spaces and hyphens are left out.',
      placeholder: '79927398713',
      required: true,
      maxLength: MOST_CHARACTERS,
      // Mostly the number of a card.
      secret: true,
    }),
  ],
  output: {
    valid: badge('Valid', { type: 'boolean', primary: true }),
    checkDigit: badge('Check digit', { help: 'What the last digit must be.' }),
    complete: text('Complete number', { format: 'code' }),
    reason: text('Reason'),
    issuer: text('Looks like'),
    sum: badge('Sum', { help: 'A valid one ends with 0.' }),
    steps: table('Digit by digit', {
      columns: [
        { name: 'digit', label: 'Digit', type: 'number' },
        { name: 'weight', label: 'Weight', type: 'number' },
        { name: 'counted', label: 'Counted', type: 'number' },
      ],
    }),
  },
  run: ({ number, action }) => (action === 'validate' ? judged(number) : completed(number)),
  examples: [
    {
      title: 'A valid number',
      input: { number: '79927398713', action: 'validate' },
      output: { valid: true, sum: 70 },
      source: 'Wikipedia, Luhn algorithm: 79927398713 is valid',
    },
    {
      title: 'Its check digit',
      input: { number: '7992739871', action: 'check-digit' },
      output: { checkDigit: 3, complete: '79927398713' },
      source: 'Wikipedia, Luhn algorithm: the check digit of 7992739871 is 3',
    },
    {
      title: 'A wrong digit',
      input: { number: '49927398717', action: 'validate' },
      output: { valid: false },
      source: 'Rosetta Code, Luhn test of credit card numbers: 49927398717 is not valid',
    },
    {
      title: 'A test card',
      input: { number: '4111 1111 1111 1111', action: 'validate' },
      output: { valid: true, issuer: 'Visa' },
      source: 'PayPal, test credit card numbers: 4111111111111111, Visa',
    },
    {
      title: 'No digits',
      input: { number: 'abc', action: 'validate' },
      output: { valid: false },
      source: 'ISO/IEC 7812-1, Annex B: the number consists of digits',
    },
  ],
  method: {
    formula:
      'From the right, every second digit is doubled, less 9 if over 9; the sum of all must be a multiple of 10.',
    rounding: 'None.',
    notes: 'A right check digit does not mean that a card exists. The kind of card is a guess by its first digits.',
  },
  sources: [
    { title: 'ISO/IEC 7812-1:2017, Annex B: Luhn formula for computing modulus-10 “double-add-double” check digits' },
    { title: 'Wikipedia, Luhn algorithm', url: 'https://en.wikipedia.org/wiki/Luhn_algorithm' },
    { title: 'Rosetta Code, Luhn test', url: 'https://rosettacode.org/wiki/Luhn_test_of_credit_card_numbers' },
  ],
})
