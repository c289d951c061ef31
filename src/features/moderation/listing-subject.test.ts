import { expect, test } from 'vitest'
import { fromSubject, toSubject } from './listing-subject.ts'

const LISTING = { title: 'Tiles', description: 'How many tiles.', version: 'Version 1.0.0: First version', code: '' }
const WORDS = 'Tiles\n\nHow many tiles.\n\nVersion 1.0.0: First version'

test.each([
  ['code with blank lines', { code: 'let a\n\n\nreturn a' }, WORDS, 'let a\n\n\nreturn a'],
  ['no code', {}, WORDS, ''],
  ['no description', { description: '', code: 'return 1' }, 'Tiles\n\nVersion 1.0.0: First version', 'return 1'],
  [
    'a description in paragraphs',
    { description: 'How many.\n\nVersion 9\n \nBuy pills', code: 'return 1' },
    'Tiles\n\nHow many.\nVersion 9\nBuy pills\n\nVersion 1.0.0: First version',
    'return 1',
  ],
  [
    'a changelog in paragraphs',
    { version: 'Version 1.1.0: Faster\n\nBuy pills', code: 'return 1' },
    'Tiles\n\nHow many tiles.\n\nVersion 1.1.0: Faster\nBuy pills',
    'return 1',
  ],
])('%s: words stay words, code stays code', (_, more, words, code) => {
  expect(fromSubject(toSubject({ ...LISTING, ...more }))).toEqual({ words, code })
})
