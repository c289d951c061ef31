import { defineTool, number, select, text, textarea } from '#src/sdk/index.ts'

const MOST_CHARACTERS = 1_000_000
const ALPHABET = 26
const FIRST_PRINTABLE = 33
const PRINTABLE = 94

/** Moves a character by `shift` places within the ring of `size` characters that begins at `first`. */
const moved = (character: string, shift: number, { first, size }: { first: number; size: number }): string =>
  String.fromCharCode(((character.charCodeAt(0) - first + shift + size) % size) + first)

const firstLetter = (letter: string): number => (letter < 'a' ? 65 : 97)
const letters = (given: string, shift: number): string =>
  given.replace(/[a-z]/gi, (letter) => moved(letter, shift, { first: firstLetter(letter), size: ALPHABET }))
const digits = (given: string): string => given.replace(/\d/g, (digit) => moved(digit, 5, { first: 48, size: 10 }))
const printable = (given: string): string =>
  given.replace(/[!-~]/g, (character) => moved(character, 47, { first: FIRST_PRINTABLE, size: PRINTABLE }))

const VARIANTS = {
  rot13: 'ROT13: letters by 13',
  rot5: 'ROT5: digits by 5',
  rot18: 'ROT18: letters and digits',
  rot47: 'ROT47: all of ASCII',
  caesar: 'Caesar: letters by any number',
} as const

function rotated(given: string, variant: keyof typeof VARIANTS, shift: number): string {
  switch (variant) {
    case 'rot13':
      return letters(given, 13)
    case 'rot5':
      return digits(given)
    case 'rot18':
      return digits(letters(given, 13))
    case 'rot47':
      return printable(given)
    case 'caesar':
      return letters(given, shift)
  }
}

export const rot13 = defineTool({
  slug: 'rot13',
  title: 'ROT13 and Caesar Cipher',
  description:
    'Replaces each letter by the one 13 places on; doing it twice gives the text back. Also ROT47 and Caesar.',
  category: 'converter',
  tags: ['text', 'cipher'],
  keywords: [
    'rot 13',
    'rot47',
    'rot5',
    'rot18',
    'caesar cipher',
    'shift letters',
    'decode',
    'encode',
    'spoiler',
    'puzzle',
  ],
  input: [
    textarea('text', { label: 'Text', default: '', placeholder: 'Hello', maxLength: MOST_CHARACTERS }),
    select('variant', { label: 'Variant', default: 'rot13', options: VARIANTS }),
    number('shift', {
      label: 'Shift',
      help: 'Places along the alphabet; negative to decode.',
      integer: true,
      step: 1,
      min: -25,
      max: 25,
      default: 3,
      showIf: { field: 'variant', in: ['caesar'] },
    }),
  ],
  output: { result: text('Result', { format: 'code', primary: true }) },
  run: ({ text: given, variant, shift }) => ({ result: rotated(given, variant, shift) }),
  examples: [
    {
      title: 'A pangram',
      input: { text: 'The Quick Brown Fox Jumped Over The Lazy Dog.' },
      output: { result: 'Gur Dhvpx Oebja Sbk Whzcrq Bire Gur Ynml Qbt.' },
      source: 'CyberChef, ROT13 tests: “normal”',
    },
    {
      title: 'ROT47',
      input: { text: 'The Quick Brown Fox Jumped Over The Lazy Dog.', variant: 'rot47' },
      output: { result: '%96 "F:4< qC@H? u@I yF>A65 ~G6C %96 {2KJ s@8]' },
      source: 'CyberChef, ROT47 tests: “normal”',
    },
    {
      title: 'Nothing',
      input: { text: '' },
      output: { result: '' },
      source: 'CyberChef, ROT13 tests: “nothing”',
    },
  ],
  method: {
    formula: 'new letter = (place in the alphabet + 13) mod 26; capitals stay capitals',
    rounding: 'None.',
    notes:
      'Only A to Z and a to z are changed; letters with accents and other scripts stay as they are. This hides a text from a glance and protects nothing.',
  },
  sources: [
    { title: 'Wikipedia, ROT13', url: 'https://en.wikipedia.org/wiki/ROT13' },
    { title: 'CyberChef, tests of ROT13 and ROT47', url: 'https://github.com/gchq/CyberChef' },
  ],
})
