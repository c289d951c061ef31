import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { prepareEngine } from '#src/sandbox/engine.ts'
import { evaluateHere } from '#src/sandbox/expressions-here.ts'
import { endedByHostStack, failures } from '#src/sandbox/failures.ts'
import { createSandbox } from '#src/sandbox/pool.ts'
import { runCode } from '#src/sandbox/run-code.ts'
import type { RunOutcome, Sandbox } from '#src/sandbox/sandbox.ts'
import { testBundle } from '#src/sandbox/test-bundle.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'
import type { Trial } from './creator-tools.schema.ts'
import { isSameTrial } from './same-trial.ts'
import { tileCode, tileContent } from './test-content.ts'
import { toProgram, toTrial } from './to-trial.ts'
import type { ToolContent } from './tool-content.schema.ts'

// What the workers of a browser run, and what the server answers to the same.
let sandbox: Sandbox
let fettle: TestApp
let creator: Person
let id: string
beforeAll(async () => {
  sandbox = createSandbox({ bundleDir: await testBundle(), log: () => undefined })
  fettle = await startTestApp({ sandbox })
  creator = await fettle.aPerson()
  await fettle.database.pool.query(`update "user" set pro_until = now() + interval '1 day' where id = $1`, [creator.id])
  id = ((await creator.post('/api/tools', { content: tileCode })).body.draft as { id: string }).id
})
afterAll(async () => {
  await fettle.stop()
  await sandbox.stop()
})

const engine = await prepareEngine(readFileSync(new URL(import.meta.resolve('quickjs-wasi/quickjs.wasm'))))
const INPUT = { area: 12, perTile: 0.5 }

async function here(content: ToolContent, input: JsonObject): Promise<Trial | undefined> {
  const program = toProgram(content)
  const outcome: RunOutcome | undefined =
    'outputs' in program
      ? evaluateHere({ outputs: program.outputs, input, limits: LIMITS })
      : await runCode(engine, { ...program, input, limits: LIMITS, clock: () => performance.now() })
  return outcome === undefined || endedByHostStack(outcome) ? undefined : toTrial(content, outcome, 0)
}
const there = async (content: ToolContent, input: JsonObject): Promise<Trial> => {
  const { status, body } = await creator.post(`/api/tools/${id}/try`, { content, input })
  expect(status).toBe(200)
  return body as unknown as Trial
}
/** Without what differs from machine to machine. */
const said = ({ durationMs: _, used, ...trial }: Trial) => ({ ...trial, hasRun: used !== null })

const SIXTY = `[${Array.from({ length: 60 }, (_, at) => at).join()}]`
const LOOPS = `${SIXTY}.map(a, ${SIXTY}.map(b, ${SIXTY}.map(c, a)))`
const LARGE = `cel.bind(a, "0123456789abcdef", ${doubled(18)})`
/** A text that is `times` times joined with itself. */
function doubled(times: number): string {
  const names = Array.from({ length: times }, (_, at) => `b${at}`)
  const binds = names.map((name, at) => {
    const before = at === 0 ? 'a' : names[at - 1]
    return `cel.bind(${name}, ${before} + ${before}, `
  })
  return `${binds.join('')}${names.at(-1)}${')'.repeat(times)}`
}

const [tiles] = tileContent.outputs
const expressed = (...expressions: string[]): ToolContent => ({
  ...tileContent,
  outputs: expressions.map((expression, at) => ({
    ...{ type: 'any' as const, renderer: 'text' as const, label: `Output ${at}` },
    ...{ name: at === 0 ? 'tiles' : `more${at}`, expression },
  })),
})

describe('an expression comes to the same in the browser as on the server', () => {
  test.each([
    ['a number', 'input.area / input.perTile'],
    ['whole numbers that are divided', '7 / 2'],
    ['text', '"Tiles: " + input.area'],
    ['umlauts and emojis', '"Größe 📐 " + string(input.area)'],
    ['a list', '[1, 2, 3].map(n, n * 2)'],
    ['an object', '{"a": {"b": input.area}, "__proto__x": 1}'],
    ['a condition', 'input.area > 10.0 ? "large" : "small"'],
    ['rounding', 'math.round(input.area * 1.005)'],
    ['a time in a zone', 'timestamp("2026-07-01T12:00:00Z").getHours("Europe/Berlin")'],
    ['a zone that is none', 'timestamp("2026-07-01T12:00:00Z").getHours("Europe/Nowhere")'],
    ['a duration', 'duration("90s") + duration("1.5h")'],
    ['nothing', ''],
    ['half a word', 'input.area +'],
    ['a bracket that is missing', '(input.area * 2'],
    ['an unknown field', 'input.aera * 2.0'],
    ['an unknown name', 'inputs.area'],
    ['an unknown function', 'sqare(input.area)'],
    ['types that do not go together', 'input.area + true'],
    ['a division by zero', '1 / 0'],
    ['an index that is not there', '[1, 2][5]'],
    ['what costs too much', LOOPS],
    ['what is too large', LARGE],
    ['what is no JSON', 'input.area / 0.0'],
  ])('%s', async (_, expression) => {
    const content = expressed(expression)
    const [mine, theirs] = [await here(content, INPUT), await there(content, INPUT)]
    expect(mine && said(mine)).toEqual(said(theirs))
    expect(mine && isSameTrial('config', mine, theirs)).toBe(true)
  })

  test('several outputs: the first that fails is named', async () => {
    const content = expressed('1 + 1', 'input.nothing', '1 / 0')
    const mine = await here(content, INPUT)
    expect(mine).toMatchObject({ ok: false, error: { message: expect.stringMatching(/^more1: /) } })
    expect(mine && said(mine)).toEqual(said(await there(content, INPUT)))
  })

  test('an output that is not what it says', async () => {
    const content = { ...tileContent, outputs: [{ ...tiles, expression: '"many"' } as ToolContent['outputs'][0]] }
    const mine = await here(content, INPUT)
    expect(mine).toMatchObject({ misfits: [{ output: 'tiles', message: '“tiles” should be a number, but is text' }] })
    expect(mine && said(mine)).toEqual(said(await there(content, INPUT)))
  })

  test.each([
    'string(input.area).matches("^1(?=2)")',
    'string(input.area).matches("^[0-9]+$")',
    'input.nothing == 1 || string(input.area).matches("(")',
  ])('a pattern is for the server alone: %s', async (expression) => {
    expect(await here(expressed(expression), INPUT)).toBeUndefined()
    // What was asked before does not count.
    expect(await here(expressed('1 + 1'), INPUT)).toMatchObject({ ok: true })
  })
})

describe('code comes to the same in the browser as on the server', () => {
  test.each([
    ['outputs and a console', tileCode.source],
    ['a promise', 'async function run({ area }) { return { tiles: await area } }'],
    ['an error in line 3', 'function run() {\n  console.log("so far")\n  throw new Error("not today")\n}'],
    ['a name that is not there, in line 2', 'function run() {\n  return { tiles: nothing }\n}'],
    [
      'an error of a helper in line 1',
      'const fail = () => { throw new TypeError("deep") }\nfunction run() {\n  fail()\n}',
    ],
    ['code that cannot be read', 'function run() {\n  return {\n}'],
    ['no run', 'const go = 1'],
    ['no outputs', 'function run() { return 7 }'],
    ['outputs that are too large', `function run() { return { tiles: 'x'.repeat(${LIMITS.outputBytes}) } }`],
    ['a promise that never settles', 'function run() { return new Promise(() => {}) }'],
    ['the clock of no machine', 'function run() { return { tiles: new Date(0).getHours() } }'],
    ['no network', 'function run() { return { tiles: [typeof fetch, typeof XMLHttpRequest] } }'],
    // Last: on the server, whoever takes much waits a little for the next run.
    ['too much memory', 'function run() { const all = []; for (;;) all.push(new Array(1e5).fill(1)) }'],
    ['no end', 'function run() { for (;;); }'],
  ])('%s', async (_, source) => {
    const content = { ...tileCode, source }
    const [mine, theirs] = [await here(content, INPUT), await there(content, INPUT)]
    expect(mine && said(mine)).toEqual(said(theirs))
    expect(mine && isSameTrial('custom', mine, theirs)).toBe(true)
  })

  test('how deep it may go only a runner knows, whose stack is larger', async () => {
    const content = { ...tileCode, source: 'function run() { return run() }' }
    expect(await here(content, INPUT)).toBeUndefined()
    const { message } = failures.hostStack()
    expect(await there(content, INPUT)).toMatchObject({ ok: false, error: { message, line: 1 } })
  })
})

describe('two runs are the same', () => {
  const good = (outputs: JsonObject) => ({ ok: true, outputs }) as unknown as Trial
  const bad = (error: object) => ({ ok: false, error }) as unknown as Trial
  const refused = { code: 'TOOL_ERROR', message: 'no', line: 3 }
  test.each([
    ['config', good({ a: 1 }), good({ a: 1 }), true],
    ['config', good({ a: 1 }), good({ a: 2 }), false],
    // It may have thrown dice.
    ['custom', good({ a: 1 }), good({ a: 2 }), true],
    ['custom', good({ a: 1 }), bad(refused), false],
    ['custom', bad(refused), bad(refused), true],
    ['custom', bad(refused), bad({ ...refused, line: 4 }), false],
    ['config', bad(refused), bad({ ...refused, code: 'TIME_LIMIT' }), false],
    ['config', bad(refused), bad({ ...refused, message: 'other' }), false],
  ] as const)('%s %j, %j: %s', (kind, one, other, expected) => {
    expect(isSameTrial(kind, one, other)).toBe(expected)
  })
})
