import { COLUMN } from '#src/lib/graph/boxes.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'

/** What every new account begins with: a bill comes in by webhook, and the answer says what each person pays. */
export const billReceived: Graph = Graph.parse({
  nodes: [
    {
      id: 'n_bill',
      key: 'bill',
      type: 'webhook',
      name: 'Bill received',
      config: { methods: ['POST'], respond: 'node' },
      position: { x: 0, y: 0 },
    },
    {
      id: 'n_tip',
      key: 'tip',
      type: 'tool',
      name: 'Work out the tip',
      config: {
        tool: 'tip-calculator',
        input: {
          bill: '{{ trigger.body.bill }}',
          tipPercent: '{{ trigger.body.?tipPercent.orValue(20) }}',
          people: '{{ trigger.body.?people.orValue(1) }}',
        },
      },
      position: { x: COLUMN, y: 0 },
    },
    {
      id: 'n_large',
      key: 'large',
      type: 'if',
      name: 'Is it more than 100?',
      config: { condition: '{{ steps.tip.total > 100.0 }}' },
      position: { x: 2 * COLUMN, y: 0 },
    },
    {
      id: 'n_split',
      key: 'split',
      type: 'respond',
      name: 'Answer: worth splitting',
      config: {
        status: 200,
        body: {
          message: 'Split it: {{ steps.tip.totalPerPerson }} each, {{ steps.tip.tip }} of it is for the service.',
          total: '{{ steps.tip.total }}',
          perPerson: '{{ steps.tip.totalPerPerson }}',
        },
      },
      position: { x: 3 * COLUMN, y: -80 },
    },
    {
      id: 'n_pay',
      key: 'pay',
      type: 'respond',
      name: 'Answer: pay it',
      config: {
        status: 200,
        body: {
          message: 'Pay {{ steps.tip.total }} in all, {{ steps.tip.tip }} of it is the tip.',
          total: '{{ steps.tip.total }}',
          perPerson: '{{ steps.tip.totalPerPerson }}',
        },
      },
      position: { x: 3 * COLUMN, y: 80 },
    },
  ],
  edges: [
    { from: 'n_bill', to: 'n_tip' },
    { from: 'n_tip', to: 'n_large' },
    { from: 'n_large', port: 'true', to: 'n_split' },
    { from: 'n_large', port: 'false', to: 'n_pay' },
  ],
})

/** A draft that can be run at once. */
export const emptyWorkflow: Graph = Graph.parse({
  nodes: [{ id: 'n_start', key: 'start', type: 'manual', name: 'Manual start' }],
})
