import type { NodeContext, NodeDefinition, NodeResult } from '#src/sdk/define-node.ts'

const unexpected = (what: string) => () => Promise.reject(new Error(`This node must not call ${what}`))

/** A context whose doors are all closed but the given ones. */
export const contextWith = (doors: Partial<NodeContext> = {}): NodeContext => ({
  idempotencyKey: 'run-1:node-1:0',
  signal: new AbortController().signal,
  run: { id: 'run-1', startedAt: '2026-01-01T00:00:00.000Z' },
  trigger: null,
  arrivals: [],
  body: { isPure: true, run: unexpected('body.run'), abandon: () => {} },
  evaluate: () => {
    throw new Error('This node must not call evaluate')
  },
  fetch: unexpected('fetch'),
  readFile: unexpected('readFile'),
  runTool: unexpected('runTool'),
  ask: unexpected('ask'),
  askModel: unexpected('askModel'),
  runCode: unexpected('runCode'),
  sendMail: unexpected('sendMail'),
  callWorkflow: unexpected('callWorkflow'),
  secret: unexpected('secret'),
  ...doors,
})

/** What the executor does once the templates are evaluated: parse, then run. */
export const parseAndRun = async (
  node: NodeDefinition,
  config: unknown,
  doors: Partial<NodeContext> = {},
): Promise<NodeResult> => node.run(contextWith(doors), node.config.parse(config))
