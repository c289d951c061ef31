import { emptyContent, type ToolContent } from './tool-content.schema.ts'

export interface Template {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly content: ToolContent
}

const calculator: ToolContent = {
  ...emptyContent,
  title: 'My calculator',
  description: 'Says what two numbers come to, with a rate on top.',
  icon: 'Σ',
  fields: [
    { name: 'amount', type: 'number', label: 'Amount', help: 'What the rate is added to', required: true, min: 0 },
    {
      name: 'rate',
      type: 'range',
      label: 'Rate',
      help: 'In hundredths of the amount',
      unit: '%',
      min: 0,
      max: 100,
      step: 1,
      default: 10,
    },
  ],
  outputs: [
    {
      name: 'total',
      type: 'number',
      renderer: 'badge',
      label: 'Total',
      format: 'money',
      primary: true,
      expression: 'input.amount * (100.0 + input.rate) / 100.0',
    },
  ],
  examples: [{ title: 'Ten percent of 200', input: { amount: 200, rate: 10 }, output: { total: 220 }, source: '' }],
}

const chooser: ToolContent = {
  ...emptyContent,
  title: 'My guide',
  description: 'Asks two questions and says what to do.',
  icon: '?',
  category: 'health',
  fields: [
    {
      name: 'goal',
      type: 'radio',
      label: 'Goal',
      help: 'What you feel like doing',
      required: true,
      options: [
        { value: 'rest', label: 'Rest' },
        { value: 'move', label: 'Move' },
      ],
    },
    {
      name: 'minutes',
      type: 'number',
      label: 'Minutes',
      help: 'As much time as you have',
      default: 30,
      min: 5,
      max: 240,
      showIf: { field: 'goal', in: ['move'] },
    },
  ],
  outputs: [
    {
      name: 'advice',
      type: 'string',
      renderer: 'text',
      label: 'Advice',
      primary: true,
      expression: 'input.goal == "move" ? "Walk for " + string(input.minutes) + " minutes" : "Sit down and breathe"',
    },
  ],
  examples: [{ title: 'A rest', input: { goal: 'rest' }, output: { advice: 'Sit down and breathe' }, source: '' }],
}

const code: ToolContent = {
  ...emptyContent,
  title: 'My code tool',
  description: 'Counts the words of a text with a few lines of code.',
  icon: '#',
  category: 'developer',
  kind: 'custom',
  fields: [
    {
      name: 'text',
      type: 'textarea',
      label: 'Text',
      help: 'Its words are counted',
      required: true,
      maxLength: 50_000,
    },
  ],
  outputs: [
    { name: 'words', type: 'number', renderer: 'badge', label: 'Words', primary: true, expression: '' },
    { name: 'longest', type: 'string', renderer: 'text', label: 'Longest word', expression: '' },
  ],
  source: `function run(input) {
  const words = input.text.split(/\\s+/).filter(Boolean);
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a), '');
  console.log(words.length, 'words');
  return { words: words.length, longest };
}
`,
  examples: [
    { title: 'Three words', input: { text: 'one three two' }, output: { words: 3, longest: 'three' }, source: '' },
  ],
}

export const TEMPLATES: readonly Template[] = [
  { id: 'empty', title: 'Empty', text: 'Begin with nothing', content: emptyContent },
  { id: 'calculator', title: 'Calculator', text: 'Numbers in, an expression, a result', content: calculator },
  { id: 'guide', title: 'Guide', text: 'Questions that depend on each other, and advice', content: chooser },
  { id: 'code', title: 'Code', text: 'JavaScript that reads a text, with a console', content: code },
]
