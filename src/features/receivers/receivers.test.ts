import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { findBuiltin } from '#src/features/catalog/find-builtin.ts'
import { saveTool } from '#src/features/catalog/save-tool.queries.ts'
import { type Field, number, password, select, string, textarea } from '#src/sdk/fields.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import type { Receiver } from './receivers.schema.ts'
import { companions, mainField, SAMPLES, type ValueKind } from './takes.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
  const weight = number('weight', { label: 'Weight', required: true, max: 500 })
  const height = number('height', { label: 'Height', required: true })
  await publish('one', [weight])
  await publish('two', [weight, height])
  // As the hourly job counts them, which may be at work by now.
  await fettle.database.pool.query(
    `with used as (insert into tool_person (tool_id, user_id, day)
       select id, $1, (now() at time zone 'utc')::date from tool where slug = 'jsonpath-tester' returning tool_id)
     update tool set people_month = 1 where id in (select tool_id from used)`,
    [(await fettle.aPerson()).id],
  )
})
afterAll(() => fettle.stop())

const publish = (slug: string, fields: readonly Field[]) =>
  fettle.database.db.transaction().execute((transaction) =>
    saveTool(transaction, {
      ...{ slug, title: slug, description: slug, category: 'health', tags: [], keywords: [], ownerId: null },
      ...{ creatorName: '', kind: 'config', outputSchema: {}, code: {} },
      inputSchema: Object.fromEntries(fields.map(({ name, ...spec }) => [name, spec])),
    }),
  )
const KINDS = Object.keys(SAMPLES) as ValueKind[]
const ask = (kinds: string, of = 'rot13') => fettle.visitor().get(`/api/discovery/receivers?kinds=${kinds}&of=${of}`)
const receiversOf = async (kinds: string, of?: string) => (await ask(kinds, of)).body.receivers as Receiver[]
const placesOf = (receivers: readonly Receiver[]) => receivers.map(({ slug, field }) => `${slug} ${field}`)

test.each(KINDS)('every built-in tool that is offered %s gives a result at once', async (kind) => {
  for (const { slug, field, inputs, runsIn } of await receiversOf(kind)) {
    if (runsIn === 'server') continue
    const tool = await findBuiltin(slug)
    if (tool === undefined) throw new Error(slug)
    expect(runTool(tool, { ...inputs, [field]: SAMPLES[kind] }), slug).toMatchObject({ ok: true })
  }
})

test.each<[ValueKind, readonly string[]]>([
  ['json', ['csv-json-converter json', 'data-format-converter text', 'json-formatter json', 'jsonpath-tester json']],
  ['url', ['url-parser url']],
  ['uuid', ['uuid-inspector uuid']],
  ['colour', ['color-converter color', 'contrast-checker foreground', 'palette-generator base']],
  [
    'date',
    [
      'age-calculator birth',
      'date-add date',
      'date-difference start',
      'date-info date',
      'due-date-calculator lastPeriod',
    ],
  ],
  [
    'numbers',
    [
      'decision-wheel options',
      'duration-calculator durations',
      'gcd-lcm-primes numbers',
      'statistics-calculator values',
    ],
  ],
  ['words', ['decision-wheel options']],
])('%s goes to these', async (kind, places) => {
  expect(placesOf(await receiversOf(kind)).sort()).toEqual(places)
})

test('plain text does not go where only XML, SQL or a formula is read; markup does', async () => {
  const slugs = async (kind: string) => (await receiversOf(kind)).map(({ slug }) => slug)
  const text = await slugs('text')
  expect(text).toEqual(expect.arrayContaining(['base64', 'text-case-converter', 'qr-code-generator']))
  expect(text.filter((slug) => /xml|sql|svg|expression|json/.test(slug))).toEqual(['csv-json-converter'])
  expect(await slugs('markup')).toContain('xml-formatter')
})

test('the best kind comes first, then the same category, then the most used; never the tool itself', async () => {
  const receivers = await receiversOf('json,text', 'base64')
  const [first] = receivers
  expect(first).toMatchObject({ slug: 'jsonpath-tester', kind: 'json', field: 'json', inputs: {}, runsIn: 'browser' })
  const kinds = receivers.map(({ kind }) => kind)
  expect(kinds.lastIndexOf('json')).toBeLessThan(kinds.indexOf('text'))
  const json = receivers.filter(({ kind }) => kind === 'json').map(({ category }) => category)
  expect(json).toEqual(['developer', 'developer', 'converter', 'converter'])
  expect(receivers.filter(({ slug }) => slug === 'base64')).toEqual([])
  expect(new Set(receivers.map(({ slug }) => slug)).size).toBe(receivers.length)
})

test('an answer says what fits and what else is filled in; an unknown kind is refused', async () => {
  const loan = (await receiversOf('number')).find(({ slug }) => slug === 'loan-payment')
  expect(loan).toMatchObject({ label: 'Loan amount', limits: { min: expect.any(Number) } })
  expect(loan?.inputs).toEqual({ annualRatePercent: expect.any(Number) })
  expect((await ask('sound')).status).toBe(422)
  expect((await ask('text', 'no-such-tool')).status).toBe(404)
})

test('a tool of a creator is offered for its first field, if nothing else is missing', async () => {
  const receivers = (await receiversOf('number')).filter(({ runsIn }) => runsIn === 'server')
  expect(receivers).toMatchObject([{ slug: 'one', field: 'weight', limits: { max: 500 }, inputs: {} }])
})

describe('the field that a tool is about', () => {
  const of = (kind: ValueKind, ...fields: Field[]) => mainField(fields, kind)?.name
  const text = textarea('text', { label: 'Text' })
  const action = select('action', { label: 'Action', options: ['a', 'b'], default: 'a' })

  test.each<[string, string | undefined, string | undefined]>([
    ['the first one to type into', of('text', action, text), 'text'],
    [
      'a required one before others',
      of('number', number('a', { label: 'A' }), number('b', { label: 'B', required: true })),
      'b',
    ],
    ['none, where it is of another kind', of('text', number('a', { label: 'A' }), text), undefined],
    ['no secret', of('text', password('p', { label: 'P', required: true }), text), 'text'],
    ['none that is not shown', of('text', action, { ...text, showIf: { field: 'action', in: ['b'] } }), undefined],
    ['the colour of a picker', of('colour', string('c', { label: 'C', picker: 'colour' })), 'c'],
    ['JSON where it is told', of('json', string('q', { label: 'Q' }), { ...text, takesJson: true }), 'text'],
    ['no JSON elsewhere', of('json', text), undefined],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected)
  })

  test('what it needs to be seen is filled in, and a second text is not made up', () => {
    const json = textarea('json', { label: 'J', takesJson: true, showIf: { field: 'action', in: ['b'] } })
    expect(companions([action, json], json)).toEqual([{ action: 'b' }, { action: 'b' }])
    const [a, b] = [textarea('a', { label: 'A', required: true }), textarea('b', { label: 'B', required: true })]
    expect(companions([a, b], a, { b: 'from the example' })).toEqual([])
    const [x, y] = [number('x', { label: 'X', required: true }), number('y', { label: 'Y' })]
    expect(companions([x, y], x, { x: 1, y: 2 })).toEqual([{}, { y: 2 }])
  })
})
