import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import { ExpressionError } from '#src/lib/expressions/errors.ts'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { knownValue, type Names } from '../expression/complete.ts'
import { namesOf, withoutGuesses } from '../panel/names.ts'
import { sourcesBefore } from '../panel/sources.ts'
import { type Comparison, templateOf, withPart } from './comparisons.ts'
import { asWritten, changeLine, type Lines, linesOf } from './lines.ts'

// Conditions go into lines and come out of them again, and are worked out before and after, whatever is known.
const expressions = createExpressions({ matches: matchesLinearly })

/** What a run with this body takes the condition for; a run fails where it cannot say. */
function outcome(template: string, body: Json): Json {
  try {
    return expressions.compileTemplate(template).render({ trigger: { body } })
  } catch (error) {
    if (error instanceof ExpressionError) return `fails: ${error.code}`
    throw error
  }
}

const WEBHOOK: NodeTypeEntry = {
  ...{ type: 'webhook', category: 'trigger', version: 1, title: '', description: '', icon: '', ports: ['out'] },
  ...{ effect: 'pure', polls: false, configSchema: {} },
}
/** What the panel knows beside a webhook that nobody has called: its values are made up from the condition. */
function guessed(condition: string): Names {
  const graph = Graph.parse({
    nodes: [
      { id: 's', key: 's', type: 'webhook', name: 'S', config: {} },
      { id: 'if', key: 'if', type: 'if', name: 'If', config: { condition } },
    ],
    edges: [{ from: 's', to: 'if' }],
  })
  const types = new Map([['webhook', WEBHOOK]])
  return namesOf(withoutGuesses(sourcesBefore('if', { graph, types, pins: {}, steps: new Map() })))
}

function read(template: string): Lines {
  const lines = linesOf(template)
  if (lines === undefined) throw new Error(`Lines can show ${template}`)
  return lines
}
function touched(template: string, at: number, names: Names, change: (line: Comparison) => Comparison): string {
  const lines = read(template)
  const line = lines.lines[at]
  if (line === undefined) throw new Error('There is no such line')
  return templateOf(asWritten(changeLine(lines, line, change(line)), names), names) ?? ''
}

const TEXTS = ['1010', '01010', '2026', 'gold', 'Gold', '3', '-1', 'true', 'null', '1e3', 'a "b" c\\', '}}']
const NUMBERS = ['0', '3', '1010', '84.5', '100.0', '-1', '9007199254740991']
const VALUES = ['trigger.body.zip', 'trigger.body.plan', 'trigger.body["unit price"]', 'trigger.body.plan.name']

const anyValue = fc.constantFrom<Json>(
  ...[null, true, false, 0, 3, 1010, 84.5, '', '1010', '01010', '2026', 'gold', '3', 'true'],
  ...[[], ['1010', 3], [1010], ['gold'], {}, { name: 'gold' }, { name: 3 }],
)
/** What came: each part of it may be missing. */
const anyBody = fc.record({ zip: anyValue, plan: anyValue, 'unit price': anyValue }, { requiredKeys: [] })

interface Part {
  readonly kind: 'text' | 'number' | 'none'
  readonly value: string
  readonly literal: string
  readonly write: (literal: string) => string
}
const anyText = fc.constantFrom(...TEXTS)
const anyNumber = fc.constantFrom(...NUMBERS)
const literals = fc.oneof(
  anyText.map((text) => ({ kind: 'text' as const, literal: JSON.stringify(text) })),
  anyNumber.map((literal) => ({ kind: 'number' as const, literal })),
)
const compared = fc.record({
  value: fc.constantFrom(...VALUES),
  sign: fc.constantFrom(' == ', '!=', ' > ', ' >= ', '<', ' <= ', ' in '),
  of: literals,
})
const comparison: fc.Arbitrary<Part> = compared.map(({ value, sign, of }) => ({
  ...{ ...of, value },
  write: (literal) => (sign === ' in ' ? `${literal} in ${value}` : `${value}${sign}${literal}`),
}))
const called = fc.record({
  value: fc.constantFrom(...VALUES),
  method: fc.constantFrom('contains', 'startsWith', 'endsWith'),
  text: anyText,
})
const call: fc.Arbitrary<Part> = called.map(({ value, method, text }) => ({
  ...{ kind: 'text', value, literal: JSON.stringify(text) },
  write: (literal) => `${value}.${method}(${literal})`,
}))
const alone = fc.record({
  value: fc.constantFrom(...VALUES),
  form: fc.constantFrom('V', '!V', 'V == true', 'V==false', 'V == null', 'V != null', 'size(V) == 0', 'size( V ) > 0'),
})
const asked: fc.Arbitrary<Part> = alone.map(({ value, form }) => ({
  ...{ kind: 'none', value, literal: '' },
  write: () => form.replace('V', value),
}))
const parts = fc.array(fc.oneof(comparison, call, asked), { minLength: 1, maxLength: 3 })
const joints = fc.constantFrom(' && ', '||')
const conditionIn = (some: readonly Part[], joint: string, at?: number, literal?: string) =>
  `{{ ${some.map((part, index) => part.write(index === at && literal !== undefined ? literal : part.literal)).join(joint)} }}`

/** What is known: nothing, a guess, or what came last. */
const known = fc.oneof(
  fc.constant('nothing' as const),
  fc.constant('a guess' as const),
  anyBody.map((body): JsonObject => body),
)
const namesFor = (what: 'nothing' | 'a guess' | JsonObject, condition: string): Names =>
  what === 'nothing' ? {} : what === 'a guess' ? guessed(condition) : { trigger: { body: what } }

/** What is known of a value decides how it is compared once its line is touched, whatever was written there before. */
function isOfOtherKind({ kind, value, write }: Part, names: Names): boolean {
  const now = knownValue(value, names)
  const one = write('0').includes(' in ') ? (Array.isArray(now) ? now[0] : undefined) : now
  return (typeof one === 'string' && kind === 'number') || (typeof one === 'number' && kind === 'text')
}

test('what is read and written again means the same, whatever is known and whatever comes', () => {
  fc.assert(
    fc.property(
      parts,
      joints,
      known,
      fc.array(anyBody, { minLength: 3, maxLength: 3 }),
      (some, joint, what, bodies) => {
        const condition = conditionIn(some, joint)
        const names = namesFor(what, condition)
        const again = templateOf(asWritten(read(condition), names), names) ?? ''
        for (const body of bodies) expect(outcome(again, body)).toEqual(outcome(condition, body))
      },
    ),
  )
})

test('what one line is changed to means what it says, whatever is known and whatever comes', () => {
  const bodies = fc.array(anyBody, { minLength: 3, maxLength: 3 })
  const chosen = fc.record({ at: fc.nat(2), text: anyText, number: anyNumber, isSame: fc.boolean() })
  fc.assert(
    fc.property(parts, joints, known, bodies, chosen, (some, joint, what, each, { at, text, number, isSame }) => {
      const part = some[at]
      fc.pre(part !== undefined)
      const condition = conditionIn(some, joint)
      const names = namesFor(what, condition)
      fc.pre(!isOfOtherKind(part, names))
      const other = part.kind === 'text' ? text : number
      const literal = part.kind === 'text' ? JSON.stringify(text) : number
      const wanted = isSame ? condition : conditionIn(some, joint, at, literal)
      const written = touched(condition, at, names, (line) => {
        if (part.kind === 'none') return withPart(line, { how: line.how })
        return withPart(line, { other: isSame ? line.other : other })
      })
      for (const body of each) {
        const before = outcome(wanted, body)
        // {{ trigger.body.plan }} alone may be no condition at all: lines ask whether it is true.
        if (typeof before === 'boolean') expect([written, outcome(written, body)]).toEqual([written, before])
      }
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['{{ trigger.body.zip == "1010" }}', '1020', { zip: '1020' }],
  ['{{ trigger.body.zip != "1010" }}', '1020', { zip: '1010' }],
  ['{{ "1010" in trigger.body.zips }}', '1020', { zips: ['1020'] }],
  ['{{ trigger.body.day >= "2026" }}', '2027', { day: '2027-01-01' }],
  ['{{ trigger.body.plan == "gold" }}', 'silver', { plan: 'silver' }],
  ['{{ trigger.body.bill > 100 }}', '80', { bill: 84.5 }],
])('%s that is changed to %s is true of %j, though nobody has called', (condition, other, body) => {
  for (const names of [{}, guessed(condition), { trigger: { body: { zip: null, day: null, plan: null, bill: null } } }])
    expect(
      outcome(
        touched(condition, 0, names, (line) => withPart(line, { other })),
        body,
      ),
    ).toBe(true)
})
