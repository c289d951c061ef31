import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp } from '../support/app-process.ts'
import { aPerson, aVisitor, BEHIND_PROXY, expectStatus, type Person } from './people.ts'

// The jail, the limits and the pool have tests of their own: src/sandbox/{jail,run-code,pool,runner-process}.test.ts.
let app: AppProcess
let author: Person
beforeAll(async () => {
  app = await startApp({ env: BEHIND_PROXY })
  author = await aPerson(app)
})
afterAll(async () => {
  await removeApps()
  removeFolders()
})

describe('row 43: creator code', () => {
  let tools = 0
  /** Publishes a tool of its own for this code and runs it through the API. */
  async function runCode(source: string) {
    tools += 1
    const slug = `creator-${tools}`
    await queryDatabase(
      app.dataDir,
      `with made as (
         insert into tool (id, slug, title, description, category, owner_id, kind, published_at)
         select gen_random_uuid(), $1, title, description, category, owner_id, kind, now()
           from tool where slug = 'word-frequency' returning id)
       insert into tool_version (tool_id, version, input_schema, output_schema, code)
       select made.id, 1, input_schema, output_schema, $2::json
         from made, tool_version join tool on tool.id = tool_id where slug = 'word-frequency'`,
      [slug, JSON.stringify({ source })],
    )
    return author.post(`/api/tools/${slug}/run`, { text: 'x' })
  }
  const tell = (expression: string) =>
    runCode(`function run() { return { words: [{ word: String(${expression}), count: 1 }] } }`)
  const told = async (expression: string) => {
    const { outputs } = expectStatus(await tell(expression), 200).body as { outputs: { words: [{ word: string }] } }
    return outputs.words[0].word
  }

  test('finds none of what a program of the machine has', async () => {
    const names = [
      'process',
      'require',
      'module',
      'global',
      'Buffer',
      'fetch',
      'XMLHttpRequest',
      'WebSocket',
      'Deno',
      'Bun',
      'setTimeout',
      'std',
      'os',
      'importScripts',
      'WebAssembly',
    ]
    expect(await told(`[${names.map((name) => `typeof ${name}`)}].join()`)).toBe(names.map(() => 'undefined').join())
  })

  test('finds no way out through the chain of constructors', async () => {
    const chain = `(function () { try { return (0, run.constructor)('return typeof process + typeof require')() } catch (e) { return 'refused' } })()`
    expect(await told(chain)).toMatch(/^(undefinedundefined|refused)$/)
    const ofInput = `(function () { try { return typeof ({}).constructor.constructor('return this')().process } catch (e) { return 'refused' } })()`
    expect(await told(ofInput)).toMatch(/^(undefined|refused)$/)
  })

  test('imports nothing', async () => {
    const answered = await runCode(
      "function run() { return import('node:fs').then((fs) => ({ words: [{ word: typeof fs.readFileSync, count: 1 }] })) }",
    )
    expect([answered.status, answered.code]).toEqual([422, 'TOOL_ERROR'])
    expect(answered.text).not.toContain('function')
  })

  test.each([
    ['loops for ever', 'function run() { for (;;); }', 'TIME_LIMIT'],
    ['loops in a regular expression', `function run() { return /^(a+)+$/.test('${'a'.repeat(40)}!') }`, 'TIME_LIMIT'],
    [
      'fills the memory',
      'function run() { const all = []; for (;;) all.push(new Array(1e5).fill(0)) }',
      'MEMORY_LIMIT',
    ],
    ['calls itself for ever', 'function run() { return run() }', 'TOOL_ERROR'],
    ['answers too much', "function run() { return { words: [{ word: 'x'.repeat(1e6), count: 1 }] } }", 'OUTPUT_LIMIT'],
    ['throws its way through', 'function run() { throw { toString() { throw 1 } } }', 'TOOL_ERROR'],
  ])('that %s is ended, and the next call is served', async (_, source, code) => {
    const answered = await runCode(source)
    expect([answered.status, answered.code]).toEqual([422, code])
    expect(await told('1 + 1')).toBe('2')
  })

  test('leaves nothing behind for the next call', async () => {
    await tell("(globalThis.left = 'here', Object.prototype.left = 'here', Array.prototype.map = null, 1)")
    expect(await told('[typeof left, typeof ({}).left, typeof [].map].join()')).toBe('undefined,undefined,function')
  })

  test('is as good as dead to the network, the disk and the environment of the server', async () => {
    const runners = app.processes().length
    expect(runners).toBeGreaterThan(1)
    expect(
      await told(
        'Object.getOwnPropertyNames(globalThis).filter((name) => /process|require|env|file|net|socket|host/i.test(name)).join()',
      ),
    ).toBe('')
  })
})
describe('row 44: templates and patterns', () => {
  test.each([
    ['{{ constructor.constructor("return process")() }}', 'GRAPH_HAS_PROBLEMS'],
    ['{{ trigger.constructor }}', 'GRAPH_HAS_PROBLEMS'],
    ['{{ trigger.__proto__ }}', 'GRAPH_HAS_PROBLEMS'],
    ['{{ trigger.body.constructor }}', 'INVALID_INPUT'],
    ['{{ trigger.body.__proto__ }}', 'INVALID_INPUT'],
    ['{{ steps["__proto__"] }}', 'GRAPH_HAS_PROBLEMS'],
    ['{{ (function(){ return this })() }}', 'GRAPH_HAS_PROBLEMS'],
    ['{{ process.env }}', 'GRAPH_HAS_PROBLEMS'],
    ['{{ eval("1") }}', 'GRAPH_HAS_PROBLEMS'],
    ['{{ `x` }}', 'GRAPH_HAS_PROBLEMS'],
  ])('%s is no way out of an expression: %s', async (expression, refusal) => {
    const nodes = [
      { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: { methods: ['POST'] } },
      { id: 'b', key: 'answer', type: 'respond', name: 'Answer', config: { body: expression } },
    ]
    const graph = { nodes, edges: [{ from: 'a', to: 'b' }] }
    const { workflow } = (await author.post('/api/workflows', { name: 'x', graph })).body as {
      workflow: { id: string; hookPath: string }
    }
    const published = await author.post(`/api/workflows/${workflow.id}/publish`, {})
    const answered = published.status === 200 ? await aVisitor(app).post(workflow.hookPath, {}) : published
    expect(answered.code).toBe(refusal)
    expect(answered.text).not.toMatch(/PATH|native code|DATA_DIR/)
  })

  test('a pattern that would take for ever is stopped, while others are served', async () => {
    const running = author.post('/api/tools/regex-tester/run', {
      pattern: '^(a+)+$',
      flags: [],
      text: `${'a'.repeat(40)}!`,
    })
    const first = await Promise.race([running, aVisitor(app).get('/api/tags')])
    expectStatus(first, 200)
    expect((await running).code).toBe('TIME_LIMIT')
  })

  test('an expression that would take for ever is stopped', async () => {
    const list = '[0,1,2,3,4,5,6,7,8,9]'
    const bomb = Array.from({ length: 9 }).reduce((inner) => `${list}.map(x, ${String(inner)})`, '1')
    const nodes = [
      { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: { methods: ['POST'] } },
      { id: 'b', key: 'answer', type: 'respond', name: 'Answer', config: { body: `{{ ${bomb} }}` } },
    ]
    const graph = { nodes, edges: [{ from: 'a', to: 'b' }] }
    const { workflow } = (await author.post('/api/workflows', { name: 'x', graph })).body as {
      workflow: { id: string; hookPath: string }
    }
    expectStatus(await author.post(`/api/workflows/${workflow.id}/publish`, {}), 200)
    const { body } = await aVisitor(app).post(workflow.hookPath, {})
    const { executionId } = body.error as { executionId: string }
    const { execution } = (await author.get(`/api/executions/${executionId}`)).body
    const message = expect.stringContaining('takes more than 100,000 units of work')
    expect(execution).toMatchObject({ status: 'failed', error: { code: 'EXPRESSION_FAILED', message } })
  })
})
