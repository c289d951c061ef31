import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LIMITS, type Limits } from '#src/sdk/sandbox-limits.ts'
import { prepareEngine } from './engine.ts'
import { runCode } from './run-code.ts'

// By class, what has broken the sandboxes of others; run-code.test.ts has what any code may do by mistake.
const engine = await prepareEngine(readFileSync(new URL(import.meta.resolve('quickjs-wasi/quickjs.wasm'))))
/** As the runner measures: on a busy machine it is the limit of the memory that is met, not that of the time. */
const clock = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
const run = (body: string, limits: Limits = LIMITS) =>
  runCode(engine, { source: `function run(input) { ${body} }`, input: { n: 1 }, limits, clock })
const codeOf = async (body: string, limits?: Limits) => {
  const outcome = await run(body, limits)
  return outcome.ok ? outcome.outputs : outcome.error.code
}

// What ECMAScript names, and seven of the engine that compute and nothing else. A name more is a way to look at.
const GLOBALS = `
  AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array Boolean DOMException DataView
  Date DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity
  Int16Array Int32Array Int8Array InternalError Iterator JSON Map Math NaN Number Object Promise Proxy RangeError
  ReferenceError Reflect RegExp Set SharedArrayBuffer String SuppressedError Symbol Symbol(Symbol.toStringTag)
  SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet atob btoa
  console decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat
  parseInt performance queueMicrotask run undefined unescape`

test('the code is given the language and nothing else', async () => {
  const outcome = await run('return { names: Reflect.ownKeys(globalThis).map(String).sort().join(" ") }')
  expect(outcome).toEqual({ ok: true, outputs: { names: GLOBALS.trim().split(/\s+/).join(' ') } })
})

test.each([
  ['a computed name', '(() => {})["const" + "ructor"]("return typeof process + typeof require")()'],
  ['Reflect', 'Reflect.get(() => 1, "constructor")("return typeof process + typeof require")()'],
  ['a spread', '[...[(() => {}).constructor]][0]("return typeof process + typeof require")()'],
  ['a tagged template', '(() => {}).constructor`return typeof process + typeof require```'],
  ['a bound function', 'Function.bind(null, "return typeof process + typeof require")()()'],
  [
    'an error',
    '(() => { try { eval("(") } catch (e) { return e.constructor.constructor("return typeof process + typeof require")() } })()',
  ],
  ['a getter', '({ get a() { return this.constructor.constructor("return typeof process + typeof require")() } }).a'],
  [
    'a proxy',
    'new Proxy(function () {}, { get: (t, k) => Reflect.get(t, k) }).constructor("return typeof process + typeof require")()',
  ],
  ['the input', 'input.n.constructor.constructor("return typeof process + typeof require")()'],
  ['the console', 'console.log.constructor("return typeof process + typeof require")()'],
  ['a symbol', 'Symbol.iterator.constructor.constructor("return typeof process + typeof require")()'],
  [
    'Symbol.species',
    '(() => { class A extends Array { static get [Symbol.species]() { return Function } } try { new A("return 1").map(String) } catch {} return typeof process + typeof require })()',
  ],
  [
    'the places of a prepared stack',
    `(() => {
      const found = []
      Error.prepareStackTrace = (_, places) => {
        for (const place of Array.isArray(places) ? places : [places])
          for (const ask of ['getThis', 'getFunction']) {
            const one = typeof place?.[ask] === 'function' ? place[ask]() : undefined
            found.push(one?.constructor?.constructor?.('return typeof process + typeof require')())
          }
        return places
      }
      void new Error('x').stack
      return found.find((one) => one !== undefined && one !== 'undefinedundefined') ?? typeof process + typeof require
    })()`,
  ],
  [
    'the caller',
    '(function f() { return typeof f.caller?.constructor("return process") === "function" ? "out" : typeof process + typeof require })()',
  ],
])('by way of %s there is no host to be found', async (_, expression) => {
  expect(await run(`return { found: ${expression} }`)).toMatchObject({
    ok: true,
    outputs: { found: 'undefinedundefined' },
  })
})

test('nothing waits on a lock, and no other engine can be started', async () => {
  const body =
    'return { types: [typeof Atomics, typeof WebAssembly, typeof Worker, typeof SharedArrayBuffer.prototype.wait] }'
  expect(await run(body)).toEqual({ ok: true, outputs: { types: Array.from({ length: 4 }, () => 'undefined') } })
})

const SHORT = { ...LIMITS, ms: 120 }
test.each([
  [
    'Symbol.species',
    'class A extends Array { static get [Symbol.species]() { return function () { for (;;); } } } new A(1, 2).map(String)',
  ],
  ['valueOf', 'return { a: +{ valueOf() { for (;;); } } }'],
  ['toString', 'return { a: "" + { toString() { for (;;); } } }'],
  ['Symbol.toPrimitive', `return { a: \`\${{ [Symbol.toPrimitive]() { for (;;); } }}\` }`],
  ['Symbol.iterator', 'return { a: [...{ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }] }'],
  ['Symbol.hasInstance', '({}) instanceof { [Symbol.hasInstance]() { for (;;); } }'],
  ['Symbol.match', '"a".match({ [Symbol.match]() { for (;;); } })'],
  [
    'the name of an error',
    'const e = new Error("x"); Object.defineProperty(e, "name", { get() { for (;;); } }); throw e',
  ],
  ['a comparison', '[1, 2].sort(() => { for (;;); })'],
  ['a replacement', '"x".replace(/x/, () => { for (;;); })'],
  ['a reviver', 'JSON.parse("[1]", () => { for (;;); })'],
  ['a chain of prototypes', 'let o = {}; for (;;) o = Object.create(o)'],
  ['a generator', 'return (async () => { for await (const one of (async function* () { for (;;) yield 1 })()); })()'],
  ['matches without end', 'for (;;) [..."a".repeat(1e5).matchAll(/(((a)))/g)].length'],
  ['a pattern of nested counts', 'return { a: /(a{1,65535}){1,65535}b/.test("a".repeat(1e5)) }'],
  [
    'a pattern that looks ahead',
    'return { a: /(?:(?=(a+))a)*b|(a*)*c/.test("a".repeat(60)), b: /(.*)*x/s.test("a".repeat(40)) }',
  ],
])('an endless run inside of %s is stopped', async (_, body) => {
  expect(await codeOf(body, SHORT)).toBe('TIME_LIMIT')
})

test.each([
  ['a comparison', 'const f = () => [2, 1].sort(f); f()'],
  ['a replacement', 'const f = () => "x".replace(/x/, f); f()'],
  ['a reviver', 'const f = () => JSON.parse("[1]", f); f()'],
  ['a replacer', 'const f = () => JSON.stringify([1], f); f()'],
  ['a proxy', 'const p = new Proxy({}, { get: (t, k) => p[k] }); p.x'],
  ['ten thousand proxies', 'let o = {}; for (let i = 0; i < 1e4; i++) o = new Proxy(o, {}); o.missing'],
  ['a constructor', 'class A { constructor() { new A() } } new A()'],
  ['toString', 'const o = { toString() { return "" + o } }; "" + o'],
  ['source text', 'eval("(".repeat(1e5) + "1" + ")".repeat(1e5))'],
  ['a pattern', 'new RegExp("(?:".repeat(1e5) + ")".repeat(1e5))'],
])('a stack that overflows inside of %s ends the run and not the engine', async (_, body) => {
  const outcome = await run(body, { ...LIMITS, ms: 10_000 })
  expect(outcome).toMatchObject({ ok: false, error: { code: 'TOOL_ERROR', message: expect.stringMatching(/stack/) } })
  expect(await codeOf('return { fine: true }')).toEqual({ fine: true })
})

const SMALL = { ms: 20_000, memoryBytes: 8 * 1024 * 1024, outputBytes: LIMITS.outputBytes }
test.each([
  ['typed arrays', 'const a = []; for (;;) a.push(new Uint8Array(1e5).fill(1))'],
  ['a map', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })'],
  ['a set', 'const s = new Set(); for (let i = 0; ; i++) s.add("key " + i)'],
  ['a weak map', 'const all = [], m = new WeakMap(); for (;;) { const k = {}; all.push(k); m.set(k, k) }'],
  ['symbols', 'const a = []; for (let i = 0; ; i++) a.push(Symbol("x".repeat(1000) + i))'],
  ['closures', 'let f = () => 0; for (;;) { const g = f; f = () => g() }'],
  ['generators', 'const a = []; for (;;) a.push((function* () { yield 1 })())'],
  ['promises', 'globalThis.a = []; for (;;) a.push(new Promise(() => {}))'],
  ['matches', 'return { a: "a".repeat(2e6).match(/a/g).length }'],
  ['joined lists', 'let a = [1]; for (;;) a = a.concat(a)'],
  ['text of one piece', 'return { a: "x".repeat(2 ** 29).length }'],
  ['an answer that shares its parts', 'let a = [1]; for (let i = 0; i < 30; i++) a = [a, a]; return { a }'],
])('%s that fill the memory are refused', async (_, body) => {
  expect(await codeOf(body, SMALL)).toBe('MEMORY_LIMIT')
})

test.each([
  ['text that doubles', 'let s = "x"; for (;;) s += s', 'InternalError: string too long'],
  ['text that is padded', '"x".padStart(2 ** 30)', 'RangeError: invalid string length'],
  ['a number of a hundred million digits', '2n ** 100000000n', 'RangeError: BigInt is too large'],
  [
    'ten million arguments',
    'Math.max.apply(null, new Array(1e7))',
    'RangeError: too many arguments in function call (only 65535 allowed)',
  ],
])('%s is an error', async (_, body, message) => {
  expect(await run(body)).toMatchObject({ ok: false, error: { code: 'TOOL_ERROR', message } })
})

test('outputs cross as plain data, whatever made them', async () => {
  expect(
    await codeOf('return { get a() { return 1 }, set a(v) {}, b: new Proxy([], {}), c: Object.create(null) }'),
  ).toEqual({ a: 1, b: [], c: {} })
  const outputs = await codeOf(
    'return JSON.parse(\'{"constructor":{"prototype":{"polluted":1}},"toString":1,"valueOf":null}\')',
  )
  expect(outputs).toEqual({ constructor: { prototype: { polluted: 1 } }, toString: 1, valueOf: null })
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  const defined =
    'const o = {}; Object.defineProperty(o, "__proto__", { value: { admin: true }, enumerable: true }); return { o }'
  expect(await run(defined)).toMatchObject({
    ok: false,
    error: { message: 'Nothing in the outputs may be named __proto__.' },
  })
})
