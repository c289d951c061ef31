import { expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { SecretName } from '#src/lib/value-names.ts'
import { z } from '#src/lib/zod.ts'
import { field } from '#src/nodes/field-hints.ts'
import { createNodes } from '#src/nodes/index.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import { createGraphCheck } from './graph-checks.server.ts'
import { billReceived, emptyWorkflow } from './starter-workflow.ts'

const nodes = createNodes({ isPureTool: () => true, outputsOf: () => undefined })
const check = createGraphCheck(nodes, createExpressions({ matches: matchesLinearly }))
const codes = (graph: Graph) => check(graph, { publishing: true }).map(({ code }) => code)

const withSet = (disabled: boolean): Graph =>
  Graph.parse({
    nodes: [...emptyWorkflow.nodes, { id: 'n_set', key: 'note', type: 'set', name: 'Note', disabled }],
    edges: [{ from: 'n_start', to: 'n_set' }],
  })

test('a start without a step can be tried and is not published', () => {
  expect(check(emptyWorkflow)).toEqual([])
  expect(check(emptyWorkflow, { publishing: true })).toEqual([
    {
      severity: 'error',
      code: 'STEP_MISSING',
      message: 'Add a step: something starts this workflow, but then it does nothing',
    },
  ])
})

test('a step that is switched off is none', () => {
  expect(check(withSet(true), { publishing: true })).toEqual([
    {
      severity: 'error',
      code: 'STEP_MISSING',
      message: 'Enable a step: all that follow what starts this workflow are passed by',
    },
  ])
  expect(codes(withSet(false))).not.toContain('STEP_MISSING')
})

test('a workflow without a start is told to add one, not to add a step', () => {
  expect(codes(Graph.parse({}))).toEqual(['TRIGGER_MISSING'])
})

test.each([
  ['function run({ tip }) {\n  return { doubled: tip * 2', 'Code: line 2: Unexpected end of input'],
  ['function run() {\n  return 1 +\n}', "Code: line 3: Unexpected token '}'"],
  ['import fs from "node:fs"\nfunction run() {}', 'Code: line 1: Cannot use import statement outside a module'],
])('code that does not parse, %j, stands in the way, and its line is named', (code, message) => {
  const withCode = (disabled: boolean) => {
    const step = { id: 'n_code', key: 'code', type: 'code', name: 'Code', config: { code }, disabled }
    const edges = [...withSet(false).edges, { from: 'n_set', to: 'n_code' }]
    return Graph.parse({ nodes: [...withSet(false).nodes, step], edges })
  }
  expect(check(withCode(false))).toEqual([
    { severity: 'error', code: 'CODE_BROKEN', message, nodeId: 'n_code', path: 'code' },
  ])
  expect(codes(withCode(true))).not.toContain('CODE_BROKEN')
})

test('a step that this server cannot do stands in the way, unless it is passed by', () => {
  const asking = (disabled: boolean) => {
    const step = { id: 'n_ai', key: 'ask', type: 'ai', name: 'Ask', config: { prompt: 'Hi' }, disabled }
    return Graph.parse({ nodes: [...withSet(false).nodes, step], edges: withSet(false).edges })
  }
  expect(check(asking(false))).toContainEqual({
    severity: 'error',
    code: 'STEP_OFF',
    message: 'AI steps are off on this server: its operator has not set AI_BASE_URL',
    nodeId: 'n_ai',
  })
  expect(codes(asking(true))).not.toContain('STEP_OFF')
})

test('an older graph that tries a call of a workflow again is told where that is set', () => {
  const config = { workflow: '0192f0c1-1111-7222-8333-444455556666' }
  const retry = { max: 3, backoff: 'constant', baseMs: 1000 }
  const step = { id: 'n_set', key: 'call', type: 'workflow', name: 'Call', config, retry, timeoutMs: 5000 }
  const graph = Graph.parse({ nodes: [...emptyWorkflow.nodes, step], edges: withSet(false).edges })
  expect(check(graph, { publishing: true })).toEqual([
    {
      severity: 'warning',
      code: 'TRIED_ONCE',
      nodeId: 'n_set',
      message:
        '"Call" is not tried again and has no time limit of its own. Set “Try again” and “Time limit” at the steps of the workflow that it calls.',
    },
  ])
})

test('the starter workflow can be published', () => {
  expect(codes(billReceived)).toEqual([])
})

const account = { vars: { type: 'object', properties: { region: { type: 'string' } } }, secrets: new Set(['stripe']) }

test('a variable that the account does not have is found before publishing', () => {
  const reading = (name: string) =>
    Graph.parse({
      nodes: [
        ...emptyWorkflow.nodes,
        { id: 'n_set', key: 'note', type: 'set', name: 'Note', config: { values: { a: `{{ vars.${name} }}` } } },
      ],
      edges: [{ from: 'n_start', to: 'n_set' }],
    })
  expect(check(reading('region'), { publishing: true, account })).toEqual([])
  const [problem] = check(reading('regoin'), { publishing: true, account })
  expect(problem).toMatchObject({ severity: 'error', nodeId: 'n_set', path: 'values.a' })
  expect(problem?.message).toContain('regoin')
})

const sealed = defineNode({
  type: 'sealed',
  version: 1,
  title: 'Sealed',
  description: '',
  category: 'action',
  icon: 'box',
  config: z.strictObject({
    auth: field(z.enum(['none', 'bearer']).default('none'), { title: 'Auth', description: '', control: 'select' }),
    key: field(SecretName.optional(), {
      title: 'Key',
      description: '',
      control: 'secret',
      showIf: { field: 'auth', in: ['bearer'] },
    }),
    more: field(
      z
        .array(z.strictObject({ key: field(SecretName, { title: 'Key', description: '', control: 'secret' }) }))
        .default([]),
      { title: 'More', description: '', control: 'json' },
    ),
  }),
  ports: ['out'],
  reaches: 'nothing',
  effect: 'read',
  output: () => ({}),
  run: () => ({ output: null }),
})
const checkSealed = createGraphCheck({ ...nodes, sealed }, createExpressions({ matches: matchesLinearly }))

test.each([
  [{ auth: 'bearer', key: 'stripe' }, []],
  [{ auth: 'bearer', key: 'strype' }, ['There is no secret called "strype"']],
  [{ auth: 'bearer', key: '{{ trigger.key }}' }, ['A secret is chosen by its name, not by an expression']],
  [{ auth: 'none', key: 'strype' }, []],
  [{ more: [{ key: 'stripe' }, { key: 'strype' }] }, ['There is no secret called "strype"']],
  [{ more: [{ key: '{{ trigger.key }}' }] }, ['A secret is chosen by its name, not by an expression']],
  [{}, []],
])('a step with %j has the problems %j', (config, messages) => {
  const graph = Graph.parse({
    nodes: [...emptyWorkflow.nodes, { id: 'n_sealed', key: 'sealed', type: 'sealed', name: 'Sealed', config }],
    edges: [{ from: 'n_start', to: 'n_sealed' }],
  })
  expect(checkSealed(graph, { publishing: true, account }).map(({ message }) => message)).toEqual(messages)
})
