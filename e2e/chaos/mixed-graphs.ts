import { Graph } from '#src/lib/graph/graph.schema.ts'

/** A workflow of which it is known what a run of order n calls, in its order, and what it gives. */
export interface MixedWorkflow {
  readonly name: string
  readonly graph: Graph
  /** Paths of the ledger; those of one group run side by side. */
  readonly calls: (n: number) => readonly (readonly string[])[]
  /** Calls that the ledger refuses at first. */
  readonly tries?: number
  /** `succeeded` when absent. */
  readonly status?: 'failed'
  readonly output: (n: number) => object | null
}

type Node = { readonly key: string; readonly type: string } & Record<string, unknown>

function graphOf(nodes: readonly Node[], edges: readonly string[]): Graph {
  return Graph.parse({
    nodes: nodes.map((node) => ({ ...node, id: `n_${node.key}`, name: node.key })),
    edges: edges.map((edge) => {
      const [source = '', to = ''] = edge.split(' > ')
      const [from = '', port = 'out'] = source.split('.')
      return { from: `n_${from}`, port, to: `n_${to}` }
    }),
  })
}

/** The body of each order; numbers as text, so that they are written as they were sent. */
export const orderOf = (n: number) => ({ n: String(n), even: n % 2 === 0 })

const hook: Node = { key: 'order', type: 'webhook', config: { respond: 'now' } }
const result = (values: Record<string, string>): Node => ({
  key: 'result',
  type: 'set',
  config: { values: { n: '{{ trigger.body.n }}', ...values } },
})
const told = (key: string) => `{{ steps.${key}.body.step }}`
const pause = (key: string, config: object): Node => ({ key, type: 'wait', config })

const httpTo =
  (ledgerUrl: string) =>
  (key: string, more: Record<string, unknown> = {}): Node => ({
    key,
    type: 'http',
    config: { method: 'POST', url: `${ledgerUrl}/${key}/{{ trigger.body.n }}` },
    ...more,
  })

/** Two side effects, one after the other, and nothing else. */
export function twoSteps(ledgerUrl: string): MixedWorkflow {
  const http = httpTo(ledgerUrl)
  return {
    name: 'two steps',
    graph: graphOf(
      [hook, http('pay'), http('mail'), result({ pay: told('pay'), mail: told('mail') })],
      ['order > pay', 'pay > mail', 'mail > result'],
    ),
    calls: (n) => [[`pay/${n}`], [`mail/${n}`]],
    output: (n) => ({ n: String(n), pay: `pay/${n}`, mail: `mail/${n}` }),
  }
}

/** The same, and of several deliveries of one order the first counts. */
export function oncePerOrder(ledgerUrl: string): MixedWorkflow {
  const { graph, ...rest } = twoSteps(ledgerUrl)
  const config = { respond: 'now', dedupe: 'body', dedupeKey: 'n' }
  return {
    ...rest,
    name: 'once',
    graph: { ...graph, nodes: graph.nodes.map((node) => (node.type === 'webhook' ? { ...node, config } : node)) },
  }
}

/** The same two side effects, for whoever fills in a form and adds a file. */
export function ordersByForm(ledgerUrl: string): MixedWorkflow {
  const { graph, ...rest } = twoSteps(ledgerUrl)
  const fields = [
    { name: 'n', label: 'Number' },
    { name: 'order', label: 'Order', type: 'file', required: true, accept: 'document', maxMb: 1 },
  ]
  const asForm = JSON.stringify(graph.nodes).replaceAll('trigger.body.n', 'trigger.values.n')
  const nodes = Graph.shape.nodes.unwrap().parse(JSON.parse(asForm))
  return {
    ...rest,
    name: 'form',
    graph: {
      ...graph,
      nodes: nodes.map((node) => (node.type === 'webhook' ? { ...node, type: 'form', config: { fields } } : node)),
    },
  }
}

/** The same two side effects, for one order at a time. */
export function oneAtATime(ledgerUrl: string): MixedWorkflow {
  const { graph, ...rest } = twoSteps(ledgerUrl)
  return { ...rest, name: 'in line', graph: { ...graph, settings: { concurrency: { limit: 1 } } } }
}

/** Fails with the number of its order, after a side effect and without one; what `errorWorkflowId` names is told. */
export function failing(ledgerUrl: string, errorWorkflowId: string): MixedWorkflow[] {
  const stop: Node = { key: 'stop', type: 'stop', config: { status: 'failed', message: '{{ trigger.body.n }}' } }
  const failed = { status: 'failed', output: () => null } as const
  const settings = { errorWorkflowId }
  return [
    {
      ...{ ...failed, name: 'fails', calls: (n) => [[`pay/${n}`]] },
      graph: { ...graphOf([hook, httpTo(ledgerUrl)('pay'), stop], ['order > pay', 'pay > stop']), settings },
    },
    {
      ...failed,
      name: 'fails at once',
      calls: () => [],
      graph: { ...graphOf([hook, stop], ['order > stop']), settings },
    },
  ]
}

/** Tells of a failure, by the number of the order that failed. */
export function tellsFailures(ledgerUrl: string): MixedWorkflow {
  const config = { method: 'POST', url: `${ledgerUrl}/alarm/{{ trigger.execution.error.message }}` }
  return {
    name: 'tells of failures',
    graph: graphOf(
      [
        { key: 'failure', type: 'error', config: {} },
        httpTo(ledgerUrl)('alarm', { config }),
        { key: 'result', type: 'set', config: { values: { alarm: told('alarm') } } },
      ],
      ['failure > alarm', 'alarm > result'],
    ),
    calls: (n) => [[`alarm/${n}`]],
    output: (n) => ({ alarm: `alarm/${n}` }),
  }
}

/** Pays once two people have approved of it. */
export function paysWhenApproved(ledgerUrl: string): MixedWorkflow {
  const approvers = 'one{{ trigger.body.n }}@example.com, two{{ trigger.body.n }}@example.com'
  return {
    name: 'approved',
    graph: graphOf(
      [
        hook,
        { key: 'ask', type: 'approval', config: { question: 'Pay?', approvers, needed: 2 } },
        httpTo(ledgerUrl)('pay'),
        result({ pay: told('pay') }),
      ],
      ['order > ask', 'ask.approved > pay', 'pay > result'],
    ),
    calls: (n) => [[`pay/${n}`]],
    output: (n) => ({ n: String(n), pay: `pay/${n}` }),
  }
}

/** Nothing but the answer: written when it is done. */
export const answersOnly: MixedWorkflow = {
  name: 'answer',
  graph: graphOf(
    [
      { key: 'order', type: 'webhook', config: {} },
      { key: 'answer', type: 'respond', config: { body: { n: '{{ trigger.body.n }}' } } },
    ],
    ['order > answer'],
  ),
  calls: () => [],
  output: (n) => ({ n: String(n) }),
}

/** The same, after a wait: a worker carries it out. */
export function waitsThenCalls(ledgerUrl: string): MixedWorkflow {
  const { graph, ...rest } = twoSteps(ledgerUrl)
  const edges = graph.edges.map((edge) =>
    edge.to === 'n_pay' ? { from: 'n_hold', port: 'expired', to: 'n_pay' } : edge,
  )
  const hold = { ...pause('hold', { mode: 'call', amount: 1, unit: 'seconds' }), id: 'n_hold', name: 'hold' }
  const waiting = { ...graph, nodes: [...graph.nodes, hold], edges: [...edges, { from: 'n_order', to: 'n_hold' }] }
  return { ...rest, graph: Graph.parse(waiting) }
}

/** Steps that repeat and steps that run at the same time. */
function manyAtOnce(ledgerUrl: string): MixedWorkflow[] {
  const http = httpTo(ledgerUrl)
  const turns = (key: string, atOnce: number): Node => ({
    key,
    type: 'loop',
    config: { items: ['a', 'b', 'c'], atOnce },
  })
  const turn = (key: string) =>
    http(key, { config: { method: 'POST', url: `${ledgerUrl}/${key}/{{ trigger.body.n }}/{{ index }}` } })
  const turnsOf = (key: string, n: number) => [0, 1, 2].map((index) => `${key}/${n}/${index}`)
  return [
    {
      name: 'turns, one after the other and together',
      graph: graphOf(
        [
          ...[hook, turns('each', 1), turn('line'), turns('all', 3), turn('label')],
          ...[
            http('bill'),
            result({
              each: '{{ size(steps.each.results) }}',
              all: '{{ size(steps.all.results) }}',
              bill: told('bill'),
            }),
          ],
        ],
        ['order > each', 'each.item > line', 'each.done > all', 'all.item > label', 'all.done > bill', 'bill > result'],
      ),
      calls: (n) => [...turnsOf('line', n).map((path) => [path]), turnsOf('label', n), [`bill/${n}`]],
      output: (n) => ({ n: String(n), each: 3, all: 3, bill: `bill/${n}` }),
    },
    {
      name: 'side by side',
      graph: graphOf(
        [
          ...[hook, http('left'), http('middle'), http('right')],
          { key: 'joined', type: 'merge', config: { wait: 'all' } },
          ...[http('after'), result({ left: told('left'), right: told('right'), after: told('after') })],
        ],
        [
          ...['left', 'middle', 'right'].flatMap((key) => [`order > ${key}`, `${key} > joined`]),
          ...['joined > after', 'after > result'],
        ],
      ),
      calls: (n) => [[`left/${n}`, `middle/${n}`, `right/${n}`], [`after/${n}`]],
      output: (n) => ({ n: String(n), left: `left/${n}`, right: `right/${n}`, after: `after/${n}` }),
    },
  ]
}

/** Waits in place and out of it, calls from outside, and steps that fail at first. */
function waiting(ledgerUrl: string): MixedWorkflow[] {
  const http = httpTo(ledgerUrl)
  return [
    {
      name: 'waits out of its place',
      graph: graphOf(
        [
          hook,
          pause('first', { mode: 'call', amount: 1, unit: 'seconds' }),
          http('pick'),
          http('pack'),
          pause('second', { mode: 'call', amount: 2, unit: 'seconds' }),
          http('send'),
          result({ pick: told('pick'), pack: told('pack'), send: told('send') }),
        ],
        [
          'order > first',
          'first.expired > pick',
          'pick > pack',
          'pack > second',
          'second.expired > send',
          'send > result',
        ],
      ),
      calls: (n) => [[`pick/${n}`], [`pack/${n}`], [`send/${n}`]],
      output: (n) => ({ n: String(n), pick: `pick/${n}`, pack: `pack/${n}`, send: `send/${n}` }),
    },
    {
      name: 'waits for a call',
      graph: graphOf(
        [
          hook,
          http('link', {
            config: {
              method: 'POST',
              url: `${ledgerUrl}/link/{{ trigger.body.n }}`,
              bodyKind: 'text',
              body: '{{ run.resumeUrls.hold }}',
            },
          }),
          pause('hold', { mode: 'call', amount: 3, unit: 'days' }),
          http('close'),
          result({ said: '{{ steps.hold.body.said }}', close: told('close') }),
        ],
        ['order > link', 'link > hold', 'hold > close', 'close > result'],
      ),
      calls: (n) => [[`link/${n}`], [`close/${n}`]],
      output: (n) => ({ n: String(n), said: `yes to ${n}`, close: `close/${n}` }),
    },
    {
      name: 'waits in its place and tries again',
      graph: graphOf(
        [
          hook,
          http('open'),
          pause('moment', { mode: 'for', amount: 1, unit: 'seconds' }),
          http('flaky', { retry: { max: 4, backoff: 'constant', baseMs: 200 }, onError: 'branch' }),
          http('done'),
          result({ open: told('open'), flaky: told('flaky'), done: told('done') }),
        ],
        ['order > open', 'open > moment', 'moment > flaky', 'flaky > done', 'done > result'],
      ),
      calls: (n) => [[`open/${n}`], [`flaky/${n}`], [`done/${n}`]],
      tries: 1,
      output: (n) => ({ n: String(n), open: `open/${n}`, flaky: `flaky/${n}`, done: `done/${n}` }),
    },
  ]
}

function branches(ledgerUrl: string): MixedWorkflow {
  const http = httpTo(ledgerUrl)
  return {
    name: 'branches',
    graph: graphOf(
      [
        hook,
        http('reserve'),
        { key: 'check', type: 'if', config: { condition: '{{ trigger.body.even }}' } },
        http('pay_even'),
        http('pay_odd'),
        { key: 'paid', type: 'merge', config: { wait: 'any', give: 'first' } },
        http('mail'),
        result({ paid: '{{ steps.paid.body.step }}', mail: told('mail') }),
      ],
      [
        'order > reserve',
        'reserve > check',
        'check.true > pay_even',
        'check.false > pay_odd',
        'pay_even > paid',
        'pay_odd > paid',
        'paid > mail',
        'mail > result',
      ],
    ),
    calls: (n) => [[`reserve/${n}`], [`pay_${n % 2 === 0 ? 'even' : 'odd'}/${n}`], [`mail/${n}`]],
    output: (n) => ({ n: String(n), paid: `pay_${n % 2 === 0 ? 'even' : 'odd'}/${n}`, mail: `mail/${n}` }),
  }
}

/** Two side effects for whoever calls it. What it gets looks like an order, so that its runs are found like all others. */
export function isCalled(ledgerUrl: string): MixedWorkflow {
  const http = httpTo(ledgerUrl)
  return {
    name: 'is called',
    graph: graphOf(
      [
        { key: 'start', type: 'manual', config: {} },
        ...[http('wrap'), http('seal'), result({ wrap: told('wrap'), seal: told('seal') })],
      ],
      ['start > wrap', 'wrap > seal', 'seal > result'],
    ),
    calls: (n) => [[`wrap/${n}`], [`seal/${n}`]],
    output: (n) => ({ n: String(n), wrap: `wrap/${n}`, seal: `seal/${n}` }),
  }
}

/** Calls that workflow between two steps of its own, and goes on with what it gave. */
export function callsAnother(ledgerUrl: string, workflow: string): MixedWorkflow {
  const http = httpTo(ledgerUrl)
  const input = { body: { n: '{{ trigger.body.n }}' } }
  return {
    name: 'calls another workflow',
    graph: graphOf(
      [
        ...[hook, http('ask')],
        { key: 'parcel', type: 'workflow', config: { workflow, input } },
        ...[http('ship'), result({ seal: '{{ steps.parcel.seal }}', ship: told('ship') })],
      ],
      ['order > ask', 'ask > parcel', 'parcel > ship', 'ship > result'],
    ),
    calls: (n) => [[`ask/${n}`], [`ship/${n}`]],
    output: (n) => ({ n: String(n), seal: `seal/${n}`, ship: `ship/${n}` }),
  }
}

/** Everything that a run can be in the middle of. */
export const mixedWorkflows = (ledgerUrl: string): MixedWorkflow[] => [
  ...manyAtOnce(ledgerUrl),
  branches(ledgerUrl),
  ...waiting(ledgerUrl),
]
