import { badge, defineTool, string, text } from '#src/sdk/index.ts'

const MOST_CHARACTERS = 100
const PREFIX = '978'

/** Of the first nine digits: weights 10 to 2, modulo 11, X for 10. */
function checkDigit10(digits: string): string {
  const sum = Array.from(digits, (digit, index) => Number(digit) * (10 - index)).reduce((a, b) => a + b)
  const rest = (11 - (sum % 11)) % 11
  return rest === 10 ? 'X' : String(rest)
}

/** Of the first twelve digits: weights 1 and 3 in turn, modulo 10. */
function checkDigit13(digits: string): string {
  const sum = Array.from(digits, (digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 3)).reduce((a, b) => a + b)
  return String((10 - (sum % 10)) % 10)
}

interface Verdict {
  readonly valid: boolean
  readonly reason: string
  readonly format?: 'ISBN-10' | 'ISBN-13'
  readonly checkDigit?: string
  readonly isbn10?: string
  readonly isbn13?: string
}

const refused = (reason: string): Verdict => ({ valid: false, reason })

function compared(isbn: string, checkDigit: string, format: 'ISBN-10' | 'ISBN-13') {
  const valid = isbn.endsWith(checkDigit)
  return {
    valid,
    format,
    checkDigit,
    reason: valid ? 'The check digit is right.' : `The check digit must be ${checkDigit}.`,
  }
}

function judged10(isbn: string): Verdict {
  const digits = isbn.slice(0, 9)
  const verdict = compared(isbn, checkDigit10(digits), 'ISBN-10')
  const isbn13 = PREFIX + digits + checkDigit13(PREFIX + digits)
  return verdict.valid ? { ...verdict, isbn10: isbn, isbn13 } : verdict
}

function judged13(isbn: string): Verdict {
  if (!/^97[89]/.test(isbn)) return refused('An ISBN of 13 digits begins with 978 or 979.')
  if (isbn.startsWith('9790')) return refused('979-0 is the prefix of printed music: it is an ISMN, not an ISBN.')
  const verdict = compared(isbn, checkDigit13(isbn.slice(0, 12)), 'ISBN-13')
  if (!verdict.valid) return verdict
  const digits = isbn.slice(3, 12)
  return { ...verdict, isbn13: isbn, ...(isbn.startsWith(PREFIX) && { isbn10: digits + checkDigit10(digits) }) }
}

function judged(given: string): Verdict {
  const isbn = given
    .normalize('NFKC')
    .toUpperCase()
    .replace(/^\s*ISBN(?:[\s‐‑‒–—−-]?1[03](?=[\s:‐‑‒–—−-]))?\s*:?/, '')
    .replace(/[\s‐‑‒–—−-]/g, '')
  if (/^\d{9}[\dX]$/.test(isbn)) return judged10(isbn)
  if (/^\d{13}$/.test(isbn)) return judged13(isbn)
  return /^[\dX]*$/.test(isbn)
    ? refused('An ISBN has 10 or 13 digits; X can only be the last of 10.')
    : refused('It has other characters than digits, X, spaces and hyphens.')
}

export const isbnValidator = defineTool({
  slug: 'isbn-validator',
  title: 'ISBN Validator',
  description: 'Checks the book numbers ISBN-10 and ISBN-13, and converts the one into the other.',
  category: 'developer',
  tags: ['validation', 'books'],
  keywords: ['isbn', 'isbn-10', 'isbn-13', 'book number', 'check digit', 'isbn converter', 'ean', 'bookland'],
  input: [
    string('isbn', {
      label: 'ISBN',
      help: 'With or without hyphens.',
      placeholder: '978-0-306-40615-7',
      required: true,
      maxLength: MOST_CHARACTERS,
    }),
  ],
  output: {
    valid: badge('Valid', { type: 'boolean', primary: true }),
    reason: text('Reason'),
    format: text('Kind'),
    checkDigit: text('Check digit', { help: 'What the last digit must be.' }),
    isbn13: text('As ISBN-13', { format: 'code' }),
    isbn10: text('As ISBN-10', { format: 'code' }),
  },
  run: ({ isbn }) => ({ ...judged(isbn) }),
  examples: [
    {
      title: 'An ISBN-13',
      input: { isbn: '978-0-306-40615-7' },
      output: { valid: true, isbn10: '0306406152' },
      source: 'Wikipedia, ISBN, “ISBN-13 check digit calculation”: 978-0-306-40615-7',
    },
    {
      title: 'An ISBN-10',
      input: { isbn: '0-306-40615-2' },
      output: { valid: true, isbn13: '9780306406157' },
      source: 'Wikipedia, ISBN, “ISBN-10 check digits”: 0-306-40615-2',
    },
    {
      title: 'X as the check digit',
      input: { isbn: '3-598-21507-X' },
      output: { valid: true, checkDigit: 'X' },
      source: 'Exercism, ISBN Verifier, canonical data: a valid ISBN with a check digit of 10',
    },
    {
      title: 'A wrong check digit',
      input: { isbn: '978-0-306-40615-8' },
      output: { valid: false, checkDigit: '7' },
      source: 'ISO 2108:2017, Annex C: there is one check digit for each number',
    },
  ],
  method: {
    formula:
      'ISBN-13: the digits times 1 and 3 in turn must sum to a multiple of 10. ISBN-10: the digits times 10, 9, … 1 must sum to a multiple of 11, X is 10.',
    rounding: 'None.',
    notes:
      'An ISBN-13 that begins with 979 has no ISBN-10; 979-0 is printed music (ISMN). Whether a book has the number is not checked.',
  },
  sources: [
    { title: 'ISO 2108:2017, International Standard Book Number, Annex C (check digit)' },
    {
      title: 'International ISBN Agency, ISBN Users’ Manual',
      url: 'https://www.isbn-international.org/content/isbn-users-manual',
    },
    { title: 'ISO 10957:2021, International standard music number (ISMN): 979-0' },
    { title: 'Wikipedia, ISBN', url: 'https://en.wikipedia.org/wiki/ISBN' },
  ],
})
