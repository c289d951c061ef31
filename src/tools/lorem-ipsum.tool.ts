import { randomBelow, seededBytes } from '#src/lib/random.ts'
import { badge, checkbox, defineTool, number, radio, string, ToolError, text } from '#src/sdk/index.ts'

const OPENING =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua'.split(
    ' ',
  )
// The other words of the text that printers use, which are those of Cicero’s “De finibus” in pieces.
const WORDS = [
  ...OPENING,
  ...'enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat'.split(' '),
  ...'duis aute irure in reprehenderit voluptate velit esse cillum eu fugiat nulla pariatur'.split(' '),
  ...'excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt mollit anim id est laborum'.split(
    ' ',
  ),
]
const UNITS = { paragraphs: 'Paragraphs', sentences: 'Sentences', words: 'Words' } as const
const MOST = { paragraphs: 100, sentences: 500, words: 5000 } as const
const SENTENCES_PER_PARAGRAPH = { least: 3, spread: 5 }
const WORDS_PER_SENTENCE = { least: 6, spread: 10 }

type Draw = (limit: number) => number
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The opening as far as it goes, then words by chance, none twice in a row. */
function* wordsBy(draw: Draw, beginsWithOpening: boolean): Generator<string, never> {
  if (beginsWithOpening) yield* OPENING
  let last = ''
  for (;;) {
    const word = WORDS[draw(WORDS.length)] ?? ''
    if (word === last) continue
    last = word
    yield word
  }
}

const take = (count: number, words: Iterator<string, never>): string[] =>
  Array.from({ length: count }, () => words.next().value)

function sentence(words: readonly string[], draw: Draw): string {
  const comma = words.length > 8 ? 3 + draw(words.length - 5) : -1
  return `${capitalised(words.map((word, index) => (index === comma ? `${word},` : word)).join(' '))}.`
}

/** "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do …" has its commas where everybody knows them. */
const openingSentence = (words: readonly string[]): string =>
  `${capitalised(words.map((word, index) => (index === 4 || index === 7 ? `${word},` : word)).join(' '))}.`

function sentencesOf(count: number, draw: Draw, beginsWithOpening: boolean): string[] {
  const words = wordsBy(draw, beginsWithOpening)
  return Array.from({ length: count }, (_, index) =>
    beginsWithOpening && index === 0
      ? openingSentence(take(OPENING.length, words))
      : sentence(take(WORDS_PER_SENTENCE.least + draw(WORDS_PER_SENTENCE.spread), words), draw),
  )
}

function paragraphsOf(count: number, draw: Draw, beginsWithOpening: boolean): string {
  return Array.from({ length: count }, (_, index) =>
    sentencesOf(
      SENTENCES_PER_PARAGRAPH.least + draw(SENTENCES_PER_PARAGRAPH.spread),
      draw,
      beginsWithOpening && index === 0,
    ).join(' '),
  ).join('\n\n')
}

function textOf(unit: keyof typeof UNITS, count: number, { draw, opening }: { draw: Draw; opening: boolean }): string {
  switch (unit) {
    case 'paragraphs':
      return paragraphsOf(count, draw, opening)
    case 'sentences':
      return sentencesOf(count, draw, opening).join(' ')
    case 'words':
      return capitalised(take(count, wordsBy(draw, opening)).join(' '))
  }
}

const tooMany = (unit: keyof typeof UNITS) =>
  new ToolError(`How many must be at most ${MOST[unit]} ${unit}`, { field: 'count' })

export const loremIpsum = defineTool({
  slug: 'lorem-ipsum',
  title: 'Lorem Ipsum Generator',
  description: 'Makes placeholder text in imitation of Latin: as many paragraphs, sentences or words as you need.',
  category: 'developer',
  tags: ['text', 'design', 'generator'],
  keywords: [
    'placeholder text',
    'dummy text',
    'filler text',
    'lipsum',
    'latin',
    'mock text',
    'sample text',
    'blind text',
  ],
  input: [
    radio('unit', { label: 'Unit', default: 'paragraphs', options: UNITS }),
    number('count', {
      label: 'How many',
      help: `At most ${MOST.paragraphs} paragraphs, ${MOST.sentences} sentences or ${MOST.words} words.`,
      integer: true,
      step: 1,
      min: 1,
      max: MOST.words,
      default: 3,
      presets: [1, 3, 5, 10],
    }),
    checkbox('startWithLorem', { label: 'Begin with “Lorem ipsum dolor sit amet”', default: true }),
    string('seed', {
      label: 'Seed',
      help: 'Another word, another text; the same word, the same text.',
      default: '1',
      maxLength: 100,
    }),
  ],
  output: {
    text: text('Text', { primary: true }),
    words: badge('Words'),
    characters: badge('Characters'),
  },
  run: ({ unit, count, startWithLorem, seed }) => {
    if (count > MOST[unit]) throw tooMany(unit)
    const bytes = seededBytes(seed)
    const made = textOf(unit, count, { draw: (limit) => randomBelow(limit, bytes), opening: startWithLorem })
    return { text: made, words: made.split(/\s+/).length, characters: made.length }
  },
  examples: [
    {
      title: 'Five words',
      input: { unit: 'words', count: 5 },
      output: { text: 'Lorem ipsum dolor sit amet', words: 5 },
      source: 'Wikipedia, Lorem ipsum: the common form of the text begins so',
    },
    {
      title: 'The first sentence',
      input: { unit: 'sentences', count: 1 },
      output: {
        text: 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.',
      },
      source: 'Wikipedia, Lorem ipsum, “Example text”: the first sentence',
    },
    {
      title: 'A single word',
      input: { unit: 'words', count: 1 },
      output: { text: 'Lorem', words: 1, characters: 5 },
      source: 'Wikipedia, Lorem ipsum: the first word of the common form of the text',
    },
  ],
  method: {
    formula:
      'Words of the usual text, drawn one after the other by xorshift32 from the seed: 6 to 15 a sentence, 3 to 7 sentences a paragraph.',
    rounding: 'None.',
    notes: 'The text means nothing. The same seed gives the same text everywhere.',
  },
  sources: [{ title: 'Wikipedia, Lorem ipsum', url: 'https://en.wikipedia.org/wiki/Lorem_ipsum' }],
})
