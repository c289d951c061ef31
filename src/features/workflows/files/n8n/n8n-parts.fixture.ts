import type { JsonObject } from '#src/sdk/json.ts'

type Step = readonly [name: string, type: string, parameters?: object, more?: object]

/** A workflow as n8n exports it. Wires are written "A > B" or, by the second output, "A.1 > B". */
export const n8nOf = (steps: readonly Step[], wires: readonly string[] = [], settings = {}): JsonObject => {
  const connections: Record<string, { main: { node: string; type: string; index: number }[][] }> = {}
  for (const wire of wires) {
    const [source = '', node = ''] = wire.split(' > ')
    const [name = '', output = '0'] = source.split('.')
    connections[name] ??= { main: [] }
    const { main } = connections[name]
    while (main.length <= Number(output)) main.push([])
    main[Number(output)]?.push({ node, type: 'main', index: 0 })
  }
  const nodes = steps.map(([name, type, parameters = {}, more = {}], at) => ({
    id: `0000-${at}`,
    name,
    type: `n8n-nodes-base.${type}`,
    typeVersion: 1,
    position: [at * 200, 0],
    parameters,
    ...more,
  }))
  return JSON.parse(JSON.stringify({ name: 'Of n8n', nodes, connections, settings, pinData: {} }))
}

export const hook: Step = ['Hook', 'webhook', { httpMethod: 'POST', responseMode: 'responseNode' }]
export const daily: Step = [
  'Daily',
  'scheduleTrigger',
  { rule: { interval: [{ triggerAtHour: 7, triggerAtMinute: 30 }] } },
]
export const when = (leftValue: unknown, operation: string, rightValue: unknown = '', type = 'string') => ({
  combinator: 'and',
  conditions: [{ leftValue, rightValue, operator: { type, operation } }],
})
export const fields = (...assignments: object[]) => ({ assignments: { assignments } })

export interface Fixture {
  readonly about: string
  readonly workflow: JsonObject
  /** Steps that are understood, of all. */
  readonly mapped: readonly [number, number]
}
