import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { JsonObject } from '#src/sdk/json.ts'
import { LIMITS, type Limits } from '#src/sdk/sandbox-limits.ts'
import { prepareEngine } from './engine.ts'
import { runCode } from './run-code.ts'

const engine = await prepareEngine(readFileSync(new URL(import.meta.resolve('quickjs-wasi/quickjs.wasm'))))
const clock = () => performance.now()
const short: Limits = { ...LIMITS, ms: 150 }
const run = (source: string, input: JsonObject = {}, limits: Limits = short) =>
  runCode(engine, { source, input, limits, clock })
/** Outputs of a body of `run`. */
const returns = async (body: string) => run(`function run(input) { ${body} }`)

const failed = (message: string, line?: number, code = 'TOOL_ERROR') => ({
  ok: false,
  error: { code, message, ...(line === undefined ? {} : { line }) },
})
const TIME = failed('Stopped after 0.15 s: the tool did not finish in time.', undefined, 'TIME_LIMIT')
const MEMORY = failed('Stopped at 64 MB: the tool needs more memory than it may use.', undefined, 'MEMORY_LIMIT')

test.each([
  ['a function', 'function run({ n }) { return { double: n * 2 } }'],
  ['a constant', 'const factor = 2\nconst run = ({ n }) => ({ double: n * factor })'],
  ['strict code', '"use strict"\nlet run = ({ n }) => ({ double: n * 2 })'],
  ['a promise', 'async function run({ n }) { return { double: (await n) + n } }'],
  ['a comment at the end', 'function run({ n }) { return { double: n * 2 } } // done'],
])('%s called run is called with the input', async (_, source) => {
  expect(await run(source, { n: 21 })).toEqual({ ok: true, outputs: { double: 42 } })
})

test('values cross as JSON', async () => {
  const body = 'return { text: input.text, date: new Date(0), nan: 0 / 0, gone: undefined, list: [1, undefined] }'
  const text = '" \\ \n \u2028 😀 </script> `'
  expect(await run(`function run(input) { ${body} }`, { text })).toEqual({
    ok: true,
    outputs: { text, date: '1970-01-01T00:00:00.000Z', nan: null, list: [1, null] },
  })
})

test('dates are in UTC wherever the code runs', async () => {
  expect(await returns('return { offset: new Date(0).getTimezoneOffset() }')).toEqual({
    ok: true,
    outputs: { offset: 0 },
  })
})

test.each([
  ['a thrown error', '\nfunction run() {\n  throw new Error("Rate must be positive")\n}', 'Rate must be positive', 3],
  ['a type error', 'function run(i) {\n  return i.x.y\n}', "TypeError: cannot read property 'y' of undefined", 2],
  ['a failing start', '\n\nmissing()', 'ReferenceError: missing is not defined', 3],
  ['a syntax error', 'function run() {\n\n  return 1 +\n}', "SyntaxError: unexpected token in expression: '}'", 4],
  [
    'a function without its end',
    'function run() {\n  return { a: 1\n\n',
    'SyntaxError: the code ends where it is not complete: a bracket, a quote or a comment is still open',
    2,
  ],
  ['a rejection', 'async function run() {\n  throw new Error("later")\n}', 'later', 2],
  ['an import', 'import fs from "node:fs"', "SyntaxError: Unexpected identifier 'fs'", 1],
  ['text', 'function run() { throw "plain text" }', 'plain text', undefined],
  ['null', 'function run() { throw null }', 'null', undefined],
  ['a symbol', 'function run() { throw Symbol("s") }', 'Symbol(s)', undefined],
  ['an object', 'function run() { throw {} }', 'The tool threw an object without a message.', undefined],
  ['an empty message', 'function run() { throw new Error("") }', 'The tool threw an error without a message.', 1],
  [
    'an error of an inner eval',
    'function run() {\n  eval("\\n\\n\\n\\nnope()")\n}',
    'ReferenceError: nope is not defined',
    2,
  ],
  ['no run', 'const x = 1', 'The source must define a function run(input).', undefined],
  ['a number', 'function run() { return 5 }', 'run(input) must return an object with the outputs by name.', undefined],
  ['a list', 'function run() { return [1] }', 'run(input) must return an object with the outputs by name.', undefined],
  ['nothing', 'function run() {}', 'run(input) must return an object with the outputs by name.', undefined],
  ['a cycle', 'function run() { const a = {}; a.a = a; return a }', 'TypeError: circular reference', undefined],
  ['a bigint', 'function run() { return { a: 1n } }', 'TypeError: BigInt are forbidden in JSON.stringify', undefined],
  [
    'a promise for ever',
    'const run = () => new Promise(() => {})',
    'run(input) returned a promise that never settles.',
    undefined,
  ],
  ['endless recursion', 'function run() { return run() }', 'RangeError: Maximum call stack size exceeded', undefined],
  [
    'a __proto__ of its own',
    'const run = () => JSON.parse(\'{"a":{"__proto__":{"admin":true}}}\')',
    'Nothing in the outputs may be named __proto__.',
    undefined,
  ],
])('%s is a clear error', async (_, source, message, line) => {
  const outcome = await run(source)
  expect(outcome).toMatchObject(failed(message, line))
})

test.each([
  ['an endless loop', 'for (;;);'],
  ['a loop that catches', 'for (;;) try { for (;;); } catch {} finally { continue }'],
  [
    'an endless chain of promises',
    'const again = () => { Promise.resolve().then(again, again) }; again(); return new Promise(() => {})',
  ],
  ['an endless chain of microtasks', 'const again = () => queueMicrotask(again); again(); return { a: 1 }'],
  ['a slow pattern', 'return { hit: /^(a+)+$/.test("a".repeat(40) + "!") }'],
  ['an endless getter', 'return { get a() { for (;;); } }'],
  ['an endless toJSON', 'return { toJSON() { for (;;); } }'],
  ['an endless thenable', 'return { then() { for (;;); } }'],
  ['an error that never ends', 'throw { get message() { for (;;); } }'],
  ['a proxy that never ends', 'throw new Proxy({}, { get() { for (;;); } })'],
  ['a stack that never ends', 'Error.prepareStackTrace = () => { for (;;); }; throw new Error("x")'],
  ['an endless search', 'return { at: Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1) }'],
])('%s is stopped', async (_, body) => {
  const since = performance.now()
  expect(await returns(body)).toEqual(TIME)
  expect(performance.now() - since).toBeLessThan(2000)
})

test.each([
  ['lists', 'const a = []; for (;;) a.push(new Array(1e5).fill(1))'],
  ['shared buffers', 'const a = []; for (;;) a.push(new SharedArrayBuffer(1e6))'],
  ['growing buffers', 'const a = new ArrayBuffer(1, { maxByteLength: 1e9 }); a.resize(1e9); return { a }'],
  ['one large buffer', 'return { a: new ArrayBuffer(1e9) }'],
  ['strings', 'const a = []; for (let i = 0; ; i++) a.push("x".repeat(1e5) + i)'],
  ['memory that stays taken', 'globalThis.a = []; for (;;) a.push(new Array(1e5).fill(1))'],
  [
    'a promise after all is full',
    'globalThis.a = []; try { for (;;) a.push("x".repeat(5e4) + a.length) } catch {} try { for (;;) a.push({}) } catch {} return new Promise(() => {})',
  ],
])('%s beyond the limit are refused', async (_, body) => {
  expect(await run(`function run() { ${body} }`, {}, { ...LIMITS, ms: 10_000 })).toEqual(MEMORY)
})

test('input beyond the limit is refused', async () => {
  expect(await run('const run = () => ({})', { text: 'x'.repeat(10e6) })).toEqual(MEMORY)
})

test.each([
  ['10 MB', 'return { a: "x".repeat(10e6) }'],
  ['one byte too much', `return { a: "x".repeat(${256 * 1024} - 7) }`],
  ['more bytes than characters', `return { a: "ß".repeat(${128 * 1024}) }`],
])('outputs of %s are refused', async (_, body) => {
  expect(await run(`function run() { ${body} }`, {}, LIMITS)).toEqual(
    failed('The outputs are larger than 256 kB.', undefined, 'OUTPUT_LIMIT'),
  )
})

test('outputs may fill the limit to the last byte', async () => {
  const outcome = await run(`function run() { return { a: "x".repeat(${256 * 1024} - 8) } }`, {}, LIMITS)
  expect(outcome).toEqual({ ok: true, outputs: { a: 'x'.repeat(256 * 1024 - 8) } })
})

test('outputs may be nested 100 levels deep, brackets in text aside', async () => {
  const nested = (depth: number) => `let a = '[[[{"'; for (let i = 1; i < ${depth}; i++) a = [a]; return { a }`
  expect(await returns(nested(100))).toMatchObject({ ok: true })
  expect(await returns(nested(101))).toEqual(
    failed('The outputs are nested more than 100 levels deep.', undefined, 'OUTPUT_LIMIT'),
  )
  expect(await returns(nested(20_000))).toMatchObject({ ok: false })
})

test('hostile errors are contained and cut', async () => {
  const cannot = failed('The tool threw an error that cannot be shown.')
  const hostile =
    'const e = { get message() { throw e }, get name() { throw e }, get stack() { throw e }, toString() { throw e } }'
  expect(await returns(`${hostile}; throw e`)).toEqual(cannot)
  expect(await returns('throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 1 } })')).toEqual(cannot)
  expect(await returns('const e = new Error("x"); e.name = { toString() { throw 1 } }; throw e')).toMatchObject(cannot)
  expect(await returns('throw new Error("x".repeat(1e6))')).toMatchObject(failed('x'.repeat(500)))
  expect(await returns('throw "y".repeat(1e6)')).toMatchObject(failed('y'.repeat(500)))
  expect(await returns('const e = new Error("x"); e.stack = "at <input>:1:1"; throw e')).toEqual(failed('x', 1))
  expect(await returns('const e = new Error("x"); e.stack = "at <input>:99:1"; throw e')).toEqual(failed('x'))
})

test('redefining the language changes nothing outside of the run', async () => {
  const spoilt = `
    JSON.stringify = () => 'pwned'; JSON.parse = null; String.prototype.slice = () => 'pwned'
    Promise.prototype.then = null; globalThis.eval = null; Function.prototype.call = null
    InternalError.prototype.name = 'pwned'; Error.prototype.message = 'pwned'; Object.prototype.memory = true`
  expect(await run(`${spoilt}\nfunction run() { return { a: 1 } }`)).toEqual({ ok: true, outputs: { a: 1 } })
  expect(await run(`${spoilt}\nfunction run() { throw new Error('mine') }`)).toMatchObject(failed('mine'))
  expect(await run('Object.prototype.toJSON = () => "pwned"\nconst run = () => ({ a: 1 })')).toEqual(
    failed('run(input) must return an object with the outputs by name.'),
  )
})

test('what a run leaves behind is gone in the next', async () => {
  const leave = 'globalThis.left = 1; Object.prototype.left = 1; Array.prototype.map = null; return { a: 1 }'
  expect(await returns(leave)).toEqual({ ok: true, outputs: { a: 1 } })
  expect(await returns('return { seen: [typeof left, typeof ({}).left, typeof [].map] }')).toEqual({
    ok: true,
    outputs: { seen: ['undefined', 'undefined', 'function'] },
  })
  expect(Object.hasOwn(Object.prototype, 'left')).toBe(false)
})

test('nothing of the host is in reach', async () => {
  const names = [
    'process',
    'require',
    'module',
    'global',
    'Buffer',
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'WebAssembly',
    'Deno',
    'Bun',
    'std',
    'os',
    'print',
    'setTimeout',
    'Worker',
    'Atomics',
    'navigator',
  ]
  const types = (scope: string) => `${JSON.stringify(names)}.filter((name) => ${scope}[name] !== undefined)`
  const scopes = [
    'globalThis',
    '(0, eval)("this")',
    'new Function("return this")()',
    '(function () {}).constructor("return this")()',
    '(async () => {}).constructor.constructor("return this")()',
    'Object.getPrototypeOf(function* () {}).constructor("yield this")().next().value',
    'Reflect.construct(Function, ["return this"])()',
    'input.constructor.constructor("return this")()',
    '(() => { try { null.x } catch (e) { return e.constructor.constructor("return this")() } })()',
    'new Proxy({}, { get: (t, k) => globalThis[k] })',
  ]
  for (const scope of scopes)
    expect(await returns(`const it = ${scope}; return { found: ${types('it')} }`), scope).toEqual({
      ok: true,
      outputs: { found: [] },
    })
})

test.each([
  'node:fs',
  'fs',
  'quickjs.wasm',
  '/etc/passwd',
  'data:text/javascript,export default 1',
  'https://example.com/x.js',
])('import of %s fails', async (name) => {
  const outcome = await run(`async function run() { return { a: Object.keys(await import(${JSON.stringify(name)})) } }`)
  expect(outcome).toEqual(failed(`ReferenceError: could not load module '${name}'`))
})

test('an error tells nothing about the machine', async () => {
  const stack = 'const run = () => { try { null.x } catch (e) { return { stack: e.stack } } }'
  const outcome = JSON.stringify(await run(stack))
  expect(outcome).toContain('<input>:1')
  expect(outcome).not.toMatch(/node_modules|file:|\/src\/|wasm/)
})

const script = (text: string, input: JsonObject = {}) => runCode(engine, { script: text, input, limits: short, clock })
const gives = (value: unknown, console: readonly string[] = []) => ({ ok: true, outputs: { value, console } })

test.each([
  ['a number', 'const run = ({ n }) => n * 2', 42],
  ['a list', 'const run = () => [1, undefined]', [1, null]],
  ['text', 'const run = () => "a"', 'a'],
  ['null', 'const run = () => null', null],
  ['nothing', 'function run() {}', null],
  ['a promise', 'const run = async () => ({ a: 1 })', { a: 1 }],
])('a script may give %s', async (_, text, value) => {
  expect(await script(text, { n: 21 })).toEqual(gives(value))
})

test('what a script writes to its console comes with its value', async () => {
  const text = `console.log('begin')
    function run(input) { console.warn('n is', input.n, { a: [1n] }, { b: [1] }, undefined, () => 1, null); console.error() }`
  expect(await script(text, { n: 1 })).toEqual(
    gives(null, ['begin', 'n is 1 [object Object] {"b":[1]} undefined () => 1 null', '']),
  )
})

test('code that is no script may write to a console, and nothing is kept of it', async () => {
  expect(await run('function run() { console.log("area"); console.error(1); return { a: 1 } }')).toEqual({
    ok: true,
    outputs: { a: 1 },
  })
  expect(await run('function run() { console.log("area"); throw new Error("no") }')).toEqual(failed('no', 1))
})

test('a console keeps a hundred lines of 500 characters', async () => {
  const outcome = await script('function run() { for (let i = 0; i < 500; i++) console.log("x".repeat(600)) }')
  expect(outcome).toEqual(gives(null, [...Array.from({ length: 100 }, () => 'x'.repeat(500)), '… and more']))
})

test('what was written before an error comes with the error', async () => {
  expect(await script('function run() {\n  console.log("so far")\n  null.x\n}')).toEqual({
    ok: false,
    error: {
      code: 'TOOL_ERROR',
      message: "TypeError: cannot read property 'x' of null",
      line: 3,
      console: ['so far'],
    },
  })
})

test('a script that spoils the language spoils its own answer only', async () => {
  const spoilt = 'Array.prototype.toJSON = () => "pwned"; console = null; Object.prototype.console = 1'
  expect(await script(`${spoilt}\nconst run = () => 1`)).toEqual({ ok: true, outputs: { value: 1, console: 'pwned' } })
})

test('each call has random numbers of its own, spread evenly, by a function that looks as the language has it', async () => {
  const draw =
    'const all = Array.from({ length: 2000 }, () => Math.random()); return { first: all[0], mean: all.reduce((a, b) => a + b) / 2000, low: Math.min(...all), high: Math.max(...all) }'
  const drawn = await Promise.all([returns(draw), returns(draw), returns(draw)])
  const outputs = drawn.map((outcome) => (outcome.ok ? (outcome.outputs as Record<string, number>) : {}))
  expect(new Set(outputs.map(({ first }) => first)).size).toBe(3)
  for (const { mean = 0, low = -1, high = 2 } of outputs) {
    // Six standard deviations of a mean of 2,000 numbers that are spread evenly, 1 / √12 each.
    expect(Math.abs(mean - 0.5)).toBeLessThan(6 / Math.sqrt(12 * 2000))
    expect(low).toBeGreaterThanOrEqual(0)
    expect(high).toBeLessThan(1)
  }
  const looks =
    'const { name, length } = Math.random; return { name, length, isListed: Object.keys(Math).includes("random"), isClass: "prototype" in Math.random }'
  expect(await returns(looks)).toEqual({
    ok: true,
    outputs: { name: 'random', length: 0, isListed: false, isClass: false },
  })
})

test('each call has a performance that begins with it, whenever its engine was made ready', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const times =
    'const { now, timeOrigin } = performance; return { timeOrigin, now: now(), again: now.call(null), date: Date.now() }'
  for (const at of [1_900_000_000_000, 1_900_000_005_000]) {
    vi.setSystemTime(at)
    expect(await returns(times)).toEqual({ ok: true, outputs: { timeOrigin: at, now: 0, again: 0, date: at } })
  }
})

test('the performance of a call goes with the time, and looks as the language has it', async () => {
  const wait = `const { now, timeOrigin } = performance
    while (Date.now() === timeOrigin);
    const [before, passed, after] = [Date.now(), now(), Date.now()]
    return { passes: passed > 0, isTime: before <= timeOrigin + passed && timeOrigin + passed <= after }`
  expect(await returns(wait)).toEqual({ ok: true, outputs: { passes: true, isTime: true } })
  const looks = `const { now, timeOrigin } = Object.getOwnPropertyDescriptors(performance)
    const named = Object.getOwnPropertyDescriptor(globalThis, 'performance')
    const { name, length } = now.value
    const isPlain = Object.getPrototypeOf(performance) === Object.prototype && Object.isExtensible(performance)
    return { keys: Reflect.ownKeys(performance), isPlain, now, timeOrigin: { ...timeOrigin, value: typeof timeOrigin.value },
      named: { ...named, value: typeof named.value }, name, length, isClass: 'prototype' in now.value }`
  const fixed = { writable: false, enumerable: true, configurable: false }
  expect(await returns(looks)).toEqual({
    ok: true,
    outputs: {
      ...{ keys: ['now', 'timeOrigin'], isPlain: true, name: 'now', length: 0, isClass: false },
      ...{ now: fixed, timeOrigin: { ...fixed, value: 'number' } },
      named: { value: 'object', writable: true, enumerable: true, configurable: true },
    },
  })
})

test('nothing of a call is there in the next one, whatever it has done to the language', async () => {
  const spoil = `globalThis.kept = 1; Object.prototype.kept = 1; Array.prototype.push = null; JSON.parse = null; Math.random = () => 7
    globalThis.eval = null; Promise.prototype.then = null; new Array(1e6).fill({})
    performance = Date.now = Object.create = null; return {}`
  const look =
    'return { kept: typeof kept, of: ({}).kept ?? null, push: [].push(1), parse: JSON.parse("1"), random: Math.random() < 1, run: eval("1"), time: performance.now() >= 0 }'
  const clean = {
    ok: true,
    outputs: { kept: 'undefined', of: null, push: 1, parse: 1, random: true, run: 1, time: true },
  }
  expect(await returns(look)).toEqual(clean)
  expect((await returns(spoil)).ok).toBe(true)
  expect(await returns(look)).toEqual(clean)
})
