import { expect, test } from 'vitest'
import { checkbox, date, type Field, number, range, select, string, type Tool } from '#src/sdk/index.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { theWorld } from '#src/sdk/tool-world.ts'
import { tools } from '#src/tools/index.ts'
import { defaultValues, filledValues } from './form-values.ts'
import { openingValues } from './opening-values.ts'

const tip: Field[] = [
  number('bill', { label: 'Bill', required: true }),
  range('tipPercent', { label: 'Tip', default: 20 }),
  number('people', { label: 'People', default: 1 }),
  checkbox('tipOnTax', { label: 'Tip on tax' }),
]

const loaded: [string, Tool][] = await Promise.all(
  Object.entries(tools).map(async ([slug, load]): Promise<[string, Tool]> => {
    const tool: Tool = await load()
    await tool.prepare?.()
    return [slug, tool]
  }),
)

const openingOf = ({ input, examples }: Tool) => openingValues(input, examples[0]?.input)
const found = (slug: string): Tool => {
  const tool = loaded.find(([name]) => name === slug)?.[1]
  if (tool === undefined) throw new Error(`no tool ${slug}`)
  return tool
}
const openedWith = (slug: string) => {
  const world = { ...theWorld(), now: new Date('2026-06-01T12:00:00Z') }
  const outcome = runTool(found(slug), openingOf(found(slug)), world)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}

test('where a default is missing, the example is taken whole; what it leaves out keeps its default', () => {
  const opening = openingValues(tip, { bill: 84.5, tipPercent: 10 })
  expect(opening).toEqual({ bill: '84.5', tipPercent: '10', people: '1', tipOnTax: false })
})

test('defaults that are enough win over the example, also where it fills what they do not show', () => {
  const fields = [
    select('version', { label: 'Version', options: ['4', '5'], default: '4' }),
    string('name', { label: 'Name', showIf: { field: 'version', in: ['5'] } }),
  ]
  expect(openingValues(fields, { version: '5', name: 'www.example.com' })).toEqual({ version: '4', name: '' })
})

test('a moment that may be empty stays empty', () => {
  const fields = [date('birth', { label: 'Born on', required: true }), date('on', { label: 'On', emptyIsNow: true })]
  expect(openingValues(fields, { birth: '2009-01-01', on: '2010-02-02' })).toEqual({ birth: '2009-01-01', on: '' })
})

test('without an example there are the defaults', () => {
  expect(openingValues(tip)).toEqual(defaultValues(tip))
})

test.each([
  ['age-calculator', { birth: '2009-01-01', onDate: '' }, { years: 17, months: 5 }],
  ['due-date-calculator', { lastPeriod: '2026-01-01', onDate: '' }, { dueDate: '2026-10-08', gestationalWeeks: 21 }],
  ['currency-converter', { from: 'USD', to: 'AED', rate: '3.6725' }, { written: 'USD 100.00 = AED 367.25' }],
  ['waist-hip-ratio', { waist: '41', hip: '50', unit: 'in' }, { waistRisk: 'Substantially increased' }],
  ['number-base-converter', { value: '10100101', fromBase: '2' }, { result: 'a5', bits: 8 }],
  ['otp-generator', { type: 'totp', time: '' }, { validUntil: '2026-06-01T12:00:30.000Z' }],
])('%s opens with one true example', (slug, values, outputs) => {
  expect(openingOf(found(slug))).toMatchObject(values)
  expect(openedWith(slug)).toMatchObject(outputs)
})

test.each(loaded)('%s opens with its defaults or with its first example, and with a result', (slug, tool) => {
  const { input, examples } = tool
  const moments = input.filter(({ emptyIsNow }) => emptyIsNow).map(({ name }) => name)
  const example = Object.entries(examples[0]?.input ?? {}).filter(([name]) => !moments.includes(name))
  expect([defaultValues(input), filledValues(input, Object.fromEntries(example))]).toContainEqual(openingOf(tool))
  expect(Object.keys(openedWith(slug)).length).toBeGreaterThan(0)
})

test.each(loaded.filter(([, { needs }]) => needs?.includes('clock')))(
  '%s declares each moment that its help calls now or today when empty',
  (_, { input }) => {
    const said = input.filter(({ help = '' }) => /\bempty\b/i.test(help) && /\b(?:now|today)\b/i.test(help))
    expect(input.filter(({ emptyIsNow }) => emptyIsNow)).toEqual(said)
    for (const field of said) expect(field).not.toMatchObject({ required: true })
  },
)
