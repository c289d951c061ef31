import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { isbnValidator } from './isbn-validator.tool.ts'

const run = (isbn: string): Record<string, unknown> => {
  const outcome = runTool(isbnValidator, { isbn })
  return outcome.ok ? outcome.outputs : { problems: outcome.error.details }
}

// Exercism, ISBN verifier, canonical data.
test.each([
  ['3-598-21508-8', true],
  ['3-598-21508-9', false],
  ['3-598-21507-X', true],
  ['3-598-21507-A', false],
  ['4-598-21507-B', false],
  ['3-598-P1581-X', false],
  ['3-598-2X507-9', false],
  ['3598215088', true],
  ['359821507X', true],
  ['359821507', false],
  ['3598215078X', false],
  ['00', false],
  ['3-598-21507', false],
  ['3-598-21515-X', false],
  ['134456729', false],
  ['3132P34035', false],
  ['3598P215088', false],
  ['98245726788', false],
])('%s: %s', (isbn, valid) => {
  expect(run(isbn)).toMatchObject({ valid })
})

// Wikipedia, ISBN; International ISBN Agency, Users’ Manual: 978-92-95055-12-4 and its 979 prefix.
test.each([
  ['978-0-306-40615-7', true],
  ['978-92-95055-12-4', true],
  ['979-10-90636-07-1', true],
  ['9780306406158', false],
  ['9770306406157', false],
  ['ISBN-13: 978-0-306-40615-7', true],
  ['ISBN 0–306–40615–2', true],
  ['978-0-306-40615-X', false],
])('%s: %s', (isbn, valid) => {
  expect(run(isbn)).toMatchObject({ valid })
})

// ISBN Users’ Manual: the number is preceded by “ISBN”, which listings of books write in these ways; ISO 2108 for the digits.
test.each([
  'ISBN-13 : 978-0471486480',
  'ISBN10: 0471958697',
  'ISBN 10: 0471958697',
  'ISBN13 9780470059029',
  'ISBN10 0471958697',
  'ISBN-13-978-0-306-40615-7',
  'ISBN 13: 978-0470059029',
  'isbn-10 0-306-40615-2',
  'ISBN: 0-306-40615-2',
  'ISBN 1-0123-4567-X',
  'ISBN-101234567X',
])('%s has a right number', (isbn) => {
  expect(run(isbn)).toMatchObject({ valid: true })
})

// ISO 10957:2021, and its example: 979-0-2600-0043-8 is an ISMN with the right check digit.
test('the number of printed music is no ISBN', () => {
  expect(run('979-0-2600-0043-8')).toEqual({
    valid: false,
    reason: '979-0 is the prefix of printed music: it is an ISMN, not an ISBN.',
  })
})

test('979 has no ISBN-10, and small x is X', () => {
  expect(run('979-10-90636-07-1')).not.toHaveProperty('isbn10')
  expect(run('080442957x')).toMatchObject({ isbn10: '080442957X', isbn13: '9780804429573' })
})
