import { expect, test } from 'vitest'
import { qualityPoints } from './listing-quality.ts'
import { tileContent } from './test-content.ts'
import { emptyContent, type ToolContent } from './tool-content.schema.ts'

const unmet = (content: ToolContent) =>
  qualityPoints(content).flatMap(({ name, met, hint }) => (met ? [] : [`${name}: ${hint}`]))
const good: ToolContent = {
  ...tileContent,
  description: 'How many tiles a floor takes, with some to spare for what breaks.',
  tags: ['floor', 'tiles', 'home'],
  examples: tileContent.examples.flatMap((example) => [example, { ...example, title: 'A hall' }]),
}

test('a draft that has nothing meets no point, and is told each', () => {
  expect(unmet(emptyContent)).toEqual([
    'The title fits into a search result: At most 51 characters; it has 0.',
    'The description says enough, and no more than is shown: 60 to 155 characters; it has 0.',
    'Tags lead to it: At least 3; it has 0.',
    'Every input explains itself: It has no input.',
    'One output is the main one: Mark the one that people come for.',
    'Several examples show what it does: At least 2; it has 0.',
    'Every example says where its values come from: Such as a book, a law or the sum worked out by hand.',
  ])
})

test('a tool that can be published may still be told how to be found', () => {
  const fields = tileContent.fields.map((field) => ({ ...field, help: '' }))
  expect(unmet({ ...tileContent, fields })).toEqual([
    'The description says enough, and no more than is shown: 60 to 155 characters; it has 49.',
    'Tags lead to it: At least 3; it has 2.',
    'Every input explains itself: A help text, a placeholder or a default is missing: Floor.',
    'Several examples show what it does: At least 2; it has 1.',
  ])
  expect(unmet(good)).toEqual([])
})

test.each<[string, Partial<ToolContent>, string]>([
  ['a title of 52', { title: 'T'.repeat(52) }, 'At most 51 characters; it has 52.'],
  ['a description of 156', { description: 'd'.repeat(156) }, '60 to 155 characters; it has 156.'],
  [
    'an example without a source',
    { examples: good.examples.map((one, at) => (at === 1 ? { ...one, source: ' ' } : one)) },
    'Such as a book, a law or the sum worked out by hand.',
  ],
])('%s is one point less', (_, change, hint) => {
  const points = qualityPoints({ ...good, ...change }).filter(({ met }) => !met)
  expect(points.map((point) => point.hint)).toEqual([hint])
})

test('a title of 51, a description of 155 and a hidden input without a word are as they should be', () => {
  const fields: ToolContent['fields'] = [...good.fields, { name: 'rate', type: 'number', label: 'Rate', hidden: true }]
  expect(unmet({ ...good, title: 'T'.repeat(51), description: 'd'.repeat(155), fields })).toEqual([])
})
