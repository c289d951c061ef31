import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox } from './pool.ts'
import type { Sandbox } from './sandbox.ts'
import { testBundle } from './test-bundle.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = createSandbox({ bundleDir: await testBundle(), log: () => undefined })
}, 60_000)
afterAll(() => sandbox.stop())

const run = (outputs: Record<string, string>, input = {}) => sandbox.run({ outputs, input, account: 'ada' })

test('each output is the value of its expression', async () => {
  const outputs = {
    area: 'input.width * input.height',
    large: 'input.width * input.height > 10.0',
    text: '"w" + input.width',
  }
  expect(await run(outputs, { width: 4, height: 2.5 })).toEqual({
    ok: true,
    outputs: { area: 10, large: false, text: 'w4' },
  })
})

test('a missing field names the output and the field', async () => {
  const outcome = await run({ area: 'input.wdth * 2.0' }, { width: 4 })
  expect(outcome).toEqual({
    ok: false,
    error: { code: 'TOOL_ERROR', message: expect.stringMatching(/^area: .*"wdth"/) },
  })
})

test.each([
  ['amount * 2', 'There is nothing called "amount" here (at character 1). Write input.amount.'],
  [
    'trigger.body',
    'There is nothing called "trigger" here (at character 1). Expressions of a tool read input. It has: amount, rate.',
  ],
])('%s is told what a tool has', async (expression, message) => {
  expect(await run({ twice: expression }, { amount: 4, rate: 1 })).toEqual({
    ok: false,
    error: { code: 'TOOL_ERROR', message: `twice: ${message}` },
  })
})

test('an input that may be left empty is asked for with has()', async () => {
  const empty = await run({ size: 'input.value > 3.0 ? "big" : "small"' }, { minutes: 1 })
  expect(empty).toEqual({
    ok: false,
    error: {
      code: 'TOOL_ERROR',
      message:
        'size: input has no field "value" (at character 7). It has: minutes. Where "value" may be left empty, write has(input.value) ? … : … with both values.',
    },
  })
  expect(await run({ size: 'has(input.value) ? "some" : "none"' }, { minutes: 1 })).toEqual({
    ...{ ok: true, outputs: { size: 'none' } },
  })
})

test.each([
  ['a loop in a loop in a loop', 'input.l.map(a, input.l.map(b, input.l.map(c, a)))'],
  [
    'a list that doubles',
    `${Array.from({ length: 20 }, (_, i) => `cel.bind(v${i}, ${i === 0 ? 'input.l + input.l' : `v${i - 1} + v${i - 1}`}, `).join('')}v19${')'.repeat(20)}`,
  ],
])('%s is stopped, and the next run works', async (_, bomb) => {
  const l = Array.from({ length: 150 }, (_unused, index) => index)
  expect(await run({ bomb }, { l })).toMatchObject({ ok: false, error: { code: expect.stringMatching(/_LIMIT$/) } })
  expect(await run({ n: '1 + 1' })).toEqual({ ok: true, outputs: { n: 2 } })
})

test('more output than allowed is refused', async () => {
  const l = Array.from({ length: 30_000 }, () => 'twelve bytes')
  expect(await run({ copy: 'input.l' }, { l })).toMatchObject({ ok: false, error: { code: 'OUTPUT_LIMIT' } })
})

test('expressions have no way to the host', async () => {
  for (const source of ['process.env', 'globalThis', 'input.constructor', 'input.__proto__', 'this'])
    expect(await run({ x: source }, {})).toMatchObject({ ok: false, error: { code: 'TOOL_ERROR' } })
})

test('an output called __proto__ is an output like any other', async () => {
  const outcome = await run(JSON.parse('{"__proto__": "1 + 1"}'))
  expect(JSON.stringify(outcome)).toBe('{"ok":true,"outputs":{"__proto__":2}}')
})
