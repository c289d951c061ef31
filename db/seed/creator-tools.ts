import { number, select, string, table, text, textarea } from '#src/sdk/index.ts'
import { badge } from '#src/sdk/outputs.ts'

/** Two tools of the seeded creator, one of each kind, to begin with: both run in the sandbox. */

/** Openings larger than the wall leave nothing to paint. */
const PAINTED =
  'input.wallWidth * input.wallHeight > input.openings ? input.wallWidth * input.wallHeight - input.openings : 0.0'

const WALL = { section: 'The wall' } as const
const PAINT = { section: 'The paint' } as const

const paint = {
  slug: 'paint-needed',
  title: 'Paint needed',
  description: 'How many litres of paint a room takes, doors and windows left out.',
  category: 'calculator',
  tags: ['home', 'paint', 'area'],
  keywords: ['wall', 'litres', 'decorate'],
  icon: '▦',
  kind: 'config',
  input: [
    number('wallWidth', { ...WALL, label: 'Wall width', unit: 'm', required: true, min: 0, max: 1000 }),
    number('wallHeight', { ...WALL, label: 'Wall height', unit: 'm', required: true, min: 0, max: 1000 }),
    number('openings', { ...WALL, label: 'Doors and windows', unit: 'm²', min: 0, max: 1_000_000, default: 0 }),
    number('coats', { ...PAINT, label: 'Coats', min: 1, max: 10, step: 1, integer: true, default: 2 }),
    number('coverage', { ...PAINT, label: 'Coverage', unit: 'm² per litre', min: 0.1, default: 10 }),
  ],
  output: {
    area: badge('Area to paint (m²)'),
    litres: badge('Paint (litres)', { primary: true }),
  },
  code: {
    outputs: {
      area: PAINTED,
      litres: `(${PAINTED}) * input.coats / input.coverage`,
    },
  },
  examples: [
    {
      title: 'A wall with a door',
      input: { wallWidth: 5, wallHeight: 2.5, openings: 2.5, coats: 2, coverage: 10 },
      output: { area: 10, litres: 2 },
      source: '',
    },
    {
      title: 'All window: nothing to paint',
      input: { wallWidth: 4, wallHeight: 2.5, openings: 12 },
      output: { area: 0, litres: 0 },
      source: '',
    },
  ],
} as const

const wordFrequency = {
  slug: 'word-frequency',
  title: 'Word frequency',
  description: 'Counts how often each word of a text occurs, the most frequent first.',
  category: 'developer',
  tags: ['text', 'words', 'count'],
  keywords: ['histogram', 'occurrences'],
  icon: 'Aa',
  kind: 'custom',
  input: [
    textarea('text', { label: 'Text', required: true, maxLength: 50_000 }),
    select('caseSensitive', {
      label: 'Upper and lower case',
      options: { ignore: 'Are the same', keep: 'Are different' },
      default: 'ignore',
    }),
    string('skip', { label: 'Words to leave out', placeholder: 'the, a, of' }),
  ],
  output: {
    words: table('Words', {
      primary: true,
      columns: [
        { name: 'word', label: 'Word' },
        { name: 'count', label: 'Count', type: 'number' },
      ],
    }),
    summary: text('Summary'),
  },
  code: {
    source: `function run(input) {
  const skip = new Set((input.skip || '').toLowerCase().split(/[\\s,]+/));
  const counts = new Map();
  let total = 0;
  for (const found of input.text.match(/[\\p{L}\\p{N}'’-]+/gu) || []) {
    const word = input.caseSensitive === 'keep' ? found : found.toLowerCase();
    if (skip.has(word.toLowerCase())) continue;
    counts.set(word, (counts.get(word) || 0) + 1);
    total += 1;
  }
  const words = [...counts]
    .map(([word, count]) => ({ word, count }))
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1));
  return { words: words.slice(0, 500), summary: total + ' words, ' + counts.size + ' different' };
}`,
  },
  examples: [
    {
      title: 'Without “and”',
      input: { text: 'The cat and the hat', skip: 'and' },
      output: {
        words: [
          { word: 'the', count: 2 },
          { word: 'cat', count: 1 },
          { word: 'hat', count: 1 },
        ],
        summary: '4 words, 3 different',
      },
      source: '',
    },
    {
      title: 'Capitals are different',
      input: { text: 'Polish polish', caseSensitive: 'keep' },
      output: {
        words: [
          { word: 'Polish', count: 1 },
          { word: 'polish', count: 1 },
        ],
        summary: '2 words, 2 different',
      },
      source: '',
    },
  ],
} as const

export const creatorTools = [paint, wordFrequency]
