import { defineTool, select, table, text, textarea } from '#src/sdk/index.ts'
import { type CaseName, inCase, NAMES, PROSE } from './text-case-converter/cases.ts'

const MOST_CHARACTERS = 100_000
/** Longer texts are not repeated in the table. */
const LONGEST_IN_TABLE = 1000

const ALL = { ...PROSE, ...NAMES }
const CASES = Object.keys(ALL) as CaseName[]
const OPTIONS = Object.fromEntries(CASES.map((name) => [name, ALL[name].label])) as Record<CaseName, string>

export const textCaseConverter = defineTool({
  slug: 'text-case-converter',
  title: 'Text Case Converter',
  description: 'Changes text to upper, lower, title or sentence case, or names to camelCase, snake_case and others.',
  category: 'converter',
  tags: ['text', 'letters', 'code'],
  keywords: [
    'uppercase',
    'lowercase',
    'title case',
    'sentence case',
    'camelcase',
    'pascalcase',
    'snake case',
    'kebab case',
    'constant case',
    'capitalize',
    'capital letters',
  ],
  input: [
    textarea('text', { label: 'Text', default: '', placeholder: 'hello world', maxLength: MOST_CHARACTERS }),
    select('case', {
      label: 'Case',
      default: 'camel',
      options: OPTIONS,
      aliases: {
        lowercase: 'lower',
        uppercase: 'upper',
        camelcase: 'camel',
        pascalcase: 'pascal',
        snake_case: 'snake',
        screaming_snake_case: 'constant',
        'kebab-case': 'kebab',
        header: 'train',
        swap: 'inverse',
        toggle: 'inverse',
      },
    }),
  ],
  output: {
    result: text('Result', { format: 'code', primary: true }),
    cases: table('In every case', {
      help: `Of texts up to ${LONGEST_IN_TABLE} characters.`,
      columns: [
        { name: 'case', label: 'Case' },
        { name: 'value', label: 'Text' },
      ],
    }),
  },
  isLarge: true,
  run: ({ text: given, case: name }) => ({
    result: inCase(given, name),
    cases:
      given.length > LONGEST_IN_TABLE ? [] : CASES.map((one) => ({ case: ALL[one].label, value: inCase(given, one) })),
  }),
  examples: [
    {
      title: 'A constant as camelCase',
      input: { text: '__FOO_BAR__', case: 'camel' },
      output: { result: 'fooBar' },
      source: 'lodash 4 documentation, _.camelCase, third example',
    },
    {
      title: 'camelCase as kebab-case',
      input: { text: 'fooBar', case: 'kebab' },
      output: { result: 'foo-bar' },
      source: 'lodash 4 documentation, _.kebabCase, second example',
    },
    {
      title: 'Dashes as snake_case',
      input: { text: '--FOO-BAR--', case: 'snake' },
      output: { result: 'foo_bar' },
      source: 'lodash 4 documentation, _.snakeCase, third example',
    },
    {
      title: 'A constant as PascalCase',
      input: { text: 'TEST_VALUE', case: 'pascal' },
      output: { result: 'TestValue' },
      source: 'change-case 5 documentation, pascalCase',
    },
    {
      title: 'A German letter without a capital',
      input: { text: 'straße', case: 'upper' },
      output: { result: 'STRASSE' },
      source: 'The Unicode Standard, SpecialCasing.txt: U+00DF in upper case is SS',
    },
  ],
  method: {
    formula:
      'Names are parted at spaces, signs, changes from small to capital letters and before the last capital of an abbreviation, then joined again.',
    rounding: 'None.',
    notes:
      'Letters change as Unicode says, in no particular language. Title case keeps short words small, except the first and the last, and words with capitals of their own as they are. Names are converted line by line; letters with accents stay.',
  },
  sources: [
    { title: 'The Unicode Standard, section 5.18: Case Mappings', url: 'https://www.unicode.org/versions/latest/' },
    { title: 'lodash documentation', url: 'https://lodash.com/docs/' },
    { title: 'change-case documentation', url: 'https://github.com/blakeembrey/change-case' },
  ],
})
