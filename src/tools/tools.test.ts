import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '#src/sdk/define-tool.ts'
import type { Tool } from '#src/sdk/index.ts'
import type { OutputSpec, OutputType, Renderer } from '#src/sdk/outputs.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { tools } from './index.ts'

const loaded: [string, Tool][] = await Promise.all(
  Object.entries(tools).map(async ([slug, load]): Promise<[string, Tool]> => {
    const tool: Tool = await load()
    await tool.prepare?.()
    return [slug, tool]
  }),
)

const RENDERS: Record<Renderer, readonly OutputType[]> = {
  text: ['string', 'number', 'boolean', 'any'],
  badge: ['number', 'string', 'boolean'],
  list: ['array'],
  table: ['array'],
  json: ['any', 'object', 'array', 'string'],
  wheel: ['string', 'object'],
  image: ['string'],
  chart: ['array'],
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)
const fits = (spec: OutputSpec, value: unknown): boolean => spec.type === 'any' || typeOf(value) === spec.type

test('the list names every tool file once, by its slug', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.tool.ts'))
  expect(Object.keys(tools).sort()).toEqual(files.map((name) => name.replace('.tool.ts', '')).sort())
  expect(loaded.map(([, tool]) => tool.slug)).toEqual(Object.keys(tools))
})

describe.each(loaded)('%s', (_, tool) => {
  const fields = tool.input.map((field) => field.name)

  test('is described, explained and sourced', () => {
    expect(tool.title).not.toBe('')
    expect(tool.description).toMatch(/^[A-Z].{20,180}\.$/)
    expect(CATEGORIES).toContain(tool.category)
    expect(tool.tags.length).toBeGreaterThan(0)
    expect(tool.keywords?.length).toBeGreaterThan(0)
    expect(tool.method.formula).not.toBe('')
    expect(tool.method.rounding).not.toBe('')
    expect(tool.sources.length).toBeGreaterThan(0)
  })

  test('has fields with names of their own, and choices whose default is one of them', () => {
    expect(new Set(fields).size).toBe(fields.length)
    for (const field of tool.input) {
      expect(field.label).not.toBe('')
      for (const other of [field.showIf?.field, field.optionsBy?.field, field.swapWith, field.swapInverts].filter(
        (name) => name !== undefined,
      ))
        expect(fields).toContain(other)
      if (field.options && field.type !== 'multiselect' && field.default !== undefined)
        expect(field.options.map((option) => option.value)).toContain(field.default)
    }
  })

  test('has outputs whose renderer fits their type, the primary one first', () => {
    const specs = Object.values(tool.output)
    for (const spec of specs) {
      expect(RENDERS[spec.renderer]).toContain(spec.type)
      expect(['table', 'chart'].includes(spec.renderer)).toBe(spec.columns !== undefined)
    }
    expect(specs.filter((spec) => spec.primary)).toHaveLength(1)
    expect(specs[0]?.primary).toBe(true)
  })

  test('has two to five examples of existing fields and outputs', () => {
    expect(tool.examples.length).toBeGreaterThanOrEqual(2)
    expect(tool.examples.length).toBeLessThanOrEqual(5)
    for (const example of tool.examples) {
      expect(fields).toEqual(expect.arrayContaining(Object.keys(example.input)))
      expect(Object.keys(tool.output)).toEqual(expect.arrayContaining(Object.keys(example.output)))
      expect(Object.keys(example.output).length).toBeGreaterThan(0)
    }
  })

  test('has two published cases or more', () => {
    const published = tool.examples.filter(({ isOurs }) => isOurs !== true)
    expect(published.length).toBeGreaterThanOrEqual(2)
  })

  test('names a document for every published case: what follows from a definition is ours', () => {
    for (const { source, isOurs } of tool.examples)
      if (isOurs !== true) expect(source).not.toMatch(/^(by )?definition|by hand|computed by us/i)
  })

  test.each(tool.examples)('$title ($source)', ({ input, output }) => {
    const outcome = runTool(tool, input)
    if (!outcome.ok) throw new Error(outcome.error.message)
    const named = Object.fromEntries(Object.keys(output).map((name) => [name, outcome.outputs[name]]))
    expect(named).toEqual(output)
    for (const [name, value] of Object.entries(outcome.outputs)) {
      const spec = tool.output[name]
      expect(spec, `output ${name} is declared`).toBeDefined()
      if (spec) expect(fits(spec, value), `${name} is of type ${spec.type}`).toBe(true)
    }
    expect(JSON.parse(JSON.stringify(outcome.outputs))).toEqual(outcome.outputs)
  })
})

const ofCategory = (category: string) => loaded.filter(([, tool]) => tool.category === category)
const COMPOUNDING =
  /nothing compounds|(?:interest|growth|rates?|return)\b[^.]* compound(?:s|ed)?\b|interest is added|compounding periods/i

test.each(ofCategory('finance'))('%s states how it compounds and how it rounds', (_, { method }) => {
  expect(`${method.formula}. ${method.notes}`).toMatch(COMPOUNDING)
  expect(method.rounding).toMatch(/\b(?:cents?|decimals)\b/)
})

test.each(ofCategory('health'))('%s says that it is no medical advice', (_, { notice }) => {
  expect(notice).toMatch(/^Not medical advice\. ./)
})

// What an empty field would stand for is nothing that anybody wants an answer about.
test.each([
  ['color-converter', 'color'],
  ['contrast-checker', 'foreground'],
  ['palette-generator', 'base'],
  ['qr-code-generator', 'text'],
  ['jsonpath-tester', 'query'],
  ['json-schema-validator', 'schema'],
  ['svg-optimizer', 'svg'],
])('%s asks for its %s', (slug, field) => {
  const tool = loaded.find(([name]) => name === slug)?.[1]
  const outcome = tool && runTool(tool, { [field]: '' })
  expect(outcome).toMatchObject({
    error: {
      code: 'INVALID_INPUT',
      details: expect.arrayContaining([{ field, message: expect.stringMatching(/ is required$/) }]),
    },
  })
})
