import { number, select, string, table, text, textarea } from '#src/sdk/index.ts'
import { badge } from '#src/sdk/outputs.ts'

/** Two tools of the seeded creator, one of each kind, to begin with: both run in the sandbox. */

/** Openings larger than the wall leave nothing to paint. */
const PAINTED =
  'input.wallWidth * input.wallHeight > input.openings ? input.wallWidth * input.wallHeight - input.openings : 0.0'

const paint = {
  slug: 'paint-needed',
  title: 'Paint needed',
  description: 'How many litres of paint a room takes, doors and windows left out.',
  category: 'calculator',
  tags: ['home', 'paint', 'area'],
  keywords: ['wall', 'litres', 'decorate'],
  kind: 'config',
  input: [
    number('wallWidth', { label: 'Wall width', unit: 'm', required: true, min: 0, max: 1000 }),
    number('wallHeight', { label: 'Wall height', unit: 'm', required: true, min: 0, max: 1000 }),
    number('openings', { label: 'Doors and windows', unit: 'm²', min: 0, max: 1_000_000, default: 0 }),
    number('coats', { label: 'Coats', min: 1, max: 10, step: 1, integer: true, default: 2 }),
    number('coverage', { label: 'Coverage', unit: 'm² per litre', min: 0.1, default: 10 }),
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
} as const

const wordFrequency = {
  slug: 'word-frequency',
  title: 'Word frequency',
  description: 'Counts how often each word of a text occurs, the most frequent first.',
  category: 'developer',
  tags: ['text', 'words', 'count'],
  keywords: ['histogram', 'occurrences'],
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
} as const

export const creatorTools = [paint, wordFrequency]
