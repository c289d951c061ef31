import { expect, test } from 'vitest'
import { ifNode } from './if.node.ts'
import { manual } from './manual.node.ts'
import { respond } from './respond.node.ts'
import { set } from './set.node.ts'
import { parseAndRun } from './test-context.ts'
import { webhook } from './webhook.node.ts'

test.each([manual, webhook])('$type hands the trigger on', async (node) => {
  const trigger = { method: 'POST', headers: {}, query: {}, body: { bill: 84.5 } }
  expect(await parseAndRun(node, {}, { trigger })).toEqual({ output: trigger })
})

test('webhook takes POST and lets the Respond step answer unless told otherwise', () => {
  expect(webhook.config.parse({})).toMatchObject({ methods: ['POST'], respond: 'node' })
  expect(webhook.config.parse({ methods: ['GET', 'PUT'], respond: 'now' })).toMatchObject({
    methods: ['GET', 'PUT'],
    respond: 'now',
  })
  expect(webhook.config.safeParse({ methods: [] }).success).toBe(false)
  expect(webhook.config.safeParse({ methods: ['TRACE'] }).success).toBe(false)
})

test('set gives its values with their types', async () => {
  const values = { n: 1.5, yes: true, none: null, list: [1], deep: { a: 'b' } }
  expect(await parseAndRun(set, { values })).toEqual({ output: values })
  expect(await parseAndRun(set, {})).toEqual({ output: {} })
})

test('set knows the types of what is written down, and nothing of templates', () => {
  expect(
    set.output({ values: { n: 1, text: 'a', sum: '{{ trigger.a + 1 }}', deep: { yes: true, none: null } } }),
  ).toEqual({
    type: 'object',
    properties: {
      n: { type: 'number' },
      text: { type: 'string' },
      sum: {},
      deep: {
        type: 'object',
        properties: { yes: { type: 'boolean' }, none: { type: 'null' } },
        required: ['yes', 'none'],
      },
    },
    required: ['n', 'text', 'sum', 'deep'],
  })
  expect(set.output({ values: '{{ trigger }}' })).toEqual({ type: 'object' })
})

test.each([
  [true, 'true'],
  [false, 'false'],
])('if leaves by the port of its condition: %s', async (condition, port) => {
  expect(await parseAndRun(ifNode, { condition })).toEqual({ output: condition, port })
})

test.each([
  ['yes', 'text. Write an expression between {{ and }}'],
  ['true', 'text. Write an expression between {{ and }}'],
  [1, 'a number'],
  [null, 'null'],
  [[], 'a list'],
  [{}, 'an object'],
  [undefined, 'missing'],
])('if refuses %j and says what it is', (condition, name) => {
  const message = `The condition must be true or false; it is ${name}`
  expect(ifNode.config.safeParse({ condition }).error?.issues).toMatchObject([{ path: ['condition'], message }])
})

test('respond answers 200 without a body unless told otherwise', async () => {
  expect(await parseAndRun(respond, {})).toEqual({ output: { status: 200, headers: {}, body: null } })
})

test('respond gives status, headers and body', async () => {
  const config = { status: 201, headers: { Location: '/1', 'X-Count': 2 }, body: { id: 1 } }
  expect(await parseAndRun(respond, config)).toEqual({
    output: { status: 201, headers: { location: '/1', 'x-count': '2' }, body: { id: 1 } },
  })
})

test.each([
  [{ status: 199 }, 'status'],
  [{ status: 600 }, 'status'],
  [{ status: 200.5 }, 'status'],
  [{ headers: { 'Set-Cookie': 'session=1' } }, 'headers'],
  [{ headers: { 'Transfer-Encoding': 'chunked' } }, 'headers'],
  [{ headers: { Trailer: 'x' } }, 'headers'],
  [{ headers: { Upgrade: 'x' } }, 'headers'],
  [{ headers: { 'Keep-Alive': 'x' } }, 'headers'],
  [{ headers: { TE: 'x' } }, 'headers'],
  [{ headers: { Date: 'x' } }, 'headers'],
  [{ headers: { 'X-Request-Id': 'x' } }, 'headers'],
  [{ headers: { 'X-Execution-Id': 'x' } }, 'headers'],
  [{ headers: { 'x-a': 'b\r\nset-cookie: c' } }, 'headers.x-a'],
  [{ headers: { 'x a': 'b' } }, 'headers.x a'],
])('respond refuses %j', (config, path) => {
  expect(respond.config.safeParse(config).error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
})
