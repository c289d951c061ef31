import { expect, test } from 'vitest'
import { contentProblems } from './content-problems.ts'
import { publishChecklist } from './publish-checklist.ts'
import { tileCode, tileContent } from './test-content.ts'
import { emptyContent, type ToolContent } from './tool-content.schema.ts'

const linesOf = (content: ToolContent, more: Partial<Parameters<typeof publishChecklist>[0]> = {}) =>
  publishChecklist({ content, problems: contentProblems(content), found: [], mayWriteCode: true, ...more }).map(
    ({ label, state, messages }) => [state, label, ...messages],
  )
const READY = [
  ['done', 'An icon'],
  ['done', 'A description'],
  ['done', 'An output'],
  ['done', 'An example, which is run as a test'],
  ['done', 'Nothing else to mend'],
]

test('a tool that can be published has all of it', () => {
  expect(linesOf(tileContent)).toEqual(READY)
})

test('an empty one names all that is missing, each once', () => {
  expect(linesOf(emptyContent)).toEqual([
    ['missing', 'An icon'],
    ['missing', 'A description', 'The description needs at least 20 characters'],
    ['missing', 'An output'],
    ['missing', 'An example, which is run as a test'],
    ['missing', '1 more to mend', 'The title needs at least 3 characters'],
  ])
})

test('all that is to be mended is named, not the first of it', () => {
  const content = { ...tileContent, title: '', outputs: tileContent.outputs.map((one) => ({ ...one, label: '' })) }
  expect(linesOf(content).at(-1)).toEqual([
    ...['missing', '2 more to mend', 'The title needs at least 3 characters', 'Output “tiles” needs a label'],
  ])
})

test('an expression that the preview has seen fail is something to mend', () => {
  const found = [{ field: 'outputs.0.expression', message: 'tiles: input has no field "nope"' }]
  expect(linesOf(tileContent, { found })).toEqual([
    ...READY.slice(0, 3),
    ['open', 'An example, which is run as a test'],
    ['missing', '1 more to mend', 'tiles: input has no field "nope"'],
  ])
})

test('an example that failed at the last attempt is not done', () => {
  const found = [{ field: 'examples.0.output.tiles', message: '“A small room” gives 12 for tiles, not 24' }]
  expect(linesOf(tileContent, { found })).toEqual([
    ...READY.slice(0, 3),
    ['missing', 'An example, which is run as a test', '“A small room” gives 12 for tiles, not 24'],
    ['done', 'Nothing else to mend'],
  ])
})

test('code names Pro first where it is what stands in the way', () => {
  expect(linesOf(tileCode)).toEqual(READY)
  expect(linesOf(tileCode, { mayWriteCode: false })).toEqual([
    ['missing', 'Pro, which code of your own needs'],
    ...READY,
  ])
  expect(linesOf(tileContent, { mayWriteCode: false })).toEqual(READY)
})

test('an icon that is none says why, and one that is not there does not', () => {
  const problems = [{ field: 'icon', message: 'The icon must be a single sign' }]
  const lineOf = (icon: string) => linesOf({ ...tileContent, icon }, { problems })[0]
  expect(lineOf('ab')).toEqual(['missing', 'An icon', 'The icon must be a single sign'])
  expect(lineOf('')).toEqual(['missing', 'An icon'])
})
