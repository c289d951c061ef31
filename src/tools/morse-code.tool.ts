import { defineTool, radio, ToolError, table, text, textarea } from '#src/sdk/index.ts'
import { codeOf, letterOf, signsOf, withHyphensInNumbers } from './morse-code/alphabet.ts'

const MOST_CHARACTERS = 100_000
const LETTER_GAP = ' '
const WORD_GAP = ' / '

const refused = (problem: string) => new ToolError(`Text ${problem}`, { field: 'text' })

function encodeWord(word: string): string {
  return signsOf(word)
    .flatMap((character) => {
      const codes = codeOf(character)
      if (codes === undefined) throw refused(`must have characters with a Morse code: “${character}” has none`)
      return codes
    })
    .join(LETTER_GAP)
}

const wordsOf = (line: string): string[] => line.split(/\s+/).filter((word) => word !== '')

const encoded = (given: string): string =>
  given
    .split('\n')
    .map((line) => wordsOf(line).map(encodeWord).join(WORD_GAP))
    .join('\n')
    .trim()

/** The signs that people type for a dot and a dash. */
const normalised = (given: string): string => given.replace(/[·•∙⋅*]/g, '.').replace(/[−–—‐_]/g, '-')

function decodeWord(word: string): string {
  return wordsOf(word)
    .map((code) => {
      const letter = letterOf(code)
      if (letter === undefined) throw refused(`must be Morse code: “${code.slice(0, 40)}” stands for nothing`)
      return letter
    })
    .join('')
}

const decoded = (given: string): string =>
  normalised(given)
    .split(/\r?\n/)
    .map((line) =>
      line
        .split(/[/|]|\s{3,}/)
        .map(decodeWord)
        .filter((word) => word !== '')
        .join(' '),
    )
    .join('\n')
    .trim()

export const morseCode = defineTool({
  slug: 'morse-code',
  title: 'Morse Code Translator',
  description: 'Translates text into international Morse code and back, by the table of the ITU.',
  category: 'converter',
  tags: ['text', 'code', 'radio'],
  keywords: [
    'morse',
    'dots and dashes',
    'sos',
    'telegraph',
    'cw',
    'ham radio',
    'morse decoder',
    'morse alphabet',
    'itu',
  ],
  input: [
    radio('action', {
      label: 'Action',
      default: 'encode',
      options: { encode: 'Text to Morse code', decode: 'Morse code to text' },
    }),
    textarea('text', {
      label: 'Text',
      help: 'Morse code: a space between letters, a slash or three spaces between words.',
      placeholder: 'SOS',
      default: '',
      maxLength: MOST_CHARACTERS,
    }),
  ],
  output: {
    result: text('Result', { format: 'code', primary: true }),
    letters: table('Letter by letter', {
      columns: [
        { name: 'letter', label: 'Letter' },
        { name: 'code', label: 'Code' },
      ],
    }),
  },
  run: ({ text: given, action }) => {
    const plain = withHyphensInNumbers(given.normalize('NFC'))
    const result = action === 'encode' ? encoded(plain) : decoded(given)
    const used = new Set(signsOf((action === 'encode' ? plain : result).toUpperCase()).filter((one) => /\S/.test(one)))
    return {
      result,
      letters: [...used].map((letter) => ({ letter, code: codeOf(letter)?.join(LETTER_GAP) ?? '' })),
    }
  },
  examples: [
    {
      title: 'A call for help',
      input: { text: 'SOS', action: 'encode' },
      output: { result: '... --- ...' },
      source: 'ITU-R M.1677-1, annex 1, section 1.1: S is three dots, O three dashes',
    },
    {
      title: 'Words',
      input: { text: 'hello, world!', action: 'encode' },
      output: { result: '.... . .-.. .-.. --- --..-- / .-- --- .-. .-.. -.. -.-.--' },
      source: 'omni-tools, to Morse tests: “hello, world!”',
    },
    {
      title: 'Figures',
      input: { text: '12345', action: 'encode' },
      output: { result: '.---- ..--- ...-- ....- .....' },
      source: 'ITU-R M.1677-1, annex 1, section 1.1.2: figures',
    },
    {
      title: 'Code to text',
      input: { text: '... --- ...', action: 'decode' },
      output: { result: 'SOS' },
      source: 'CyberChef, From Morse Code tests',
    },
    {
      title: 'A sign that is sent as several',
      input: { text: '2%', action: 'encode' },
      output: { result: '..--- -....- ----- -..-. -----' },
      source: 'ITU-R M.1677-1, annex 1, section 3.3.2: “For 2%, transmit 2-0/0, and not 20/0”',
    },
  ],
  method: {
    formula:
      'Each character is replaced by its code; a space separates letters, a slash words, a line break lines. Decoding does the reverse.',
    rounding: 'None.',
    notes:
      'Capitals and small letters are the same. Letters with accents but É lose them. A hyphen joins a number to its fraction and to % and ‰, which are sent as 0/0 and 0/00: 4½‰ is 4-1/2-0/00. Signs of procedure are written <SN> understood, <HH> error, <SK> end of work, <KA> starting signal and <AS> wait, which has the code of &. The signs ! ; _ $ and & are not in the recommendation and have the codes in common use. A dash is as long as three dots, the gap between letters three dots, between words seven.',
  },
  sources: [
    {
      title: 'Recommendation ITU-R M.1677-1 (10/2009), International Morse code',
      url: 'https://www.itu.int/rec/R-REC-M.1677-1-200910-I/',
    },
  ],
})
