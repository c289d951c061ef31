import type { Json, JsonObject } from '#src/sdk/json.ts'

/**
 * The ways out of a node. Where they depend on the config: one for each item of the list setting `each`, called by the
 * item's `id`, and `otherwise` for what fits none of them.
 */
export type Ports = readonly string[] | { readonly each: string; readonly otherwise: string }

/** What of an item of the list is a way out: its name in edges, and the one that people see. */
export interface ListedPort {
  readonly id: string
  readonly name: string
}

const textIn = (item: Json, name: string): string | undefined => {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined
  const value = item[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function toListedPort(item: Json): ListedPort[] {
  const id = textIn(item, 'id')
  return id === undefined ? [] : [{ id, name: textIn(item, 'name') ?? id }]
}

/** The ways out that the config lists; items that are not finished are none. */
export function listedPorts(ports: Ports, config: Readonly<JsonObject>): ListedPort[] {
  if (!('each' in ports)) return []
  const list = config[ports.each]
  return Array.isArray(list) ? list.flatMap(toListedPort) : []
}

/** The way by which a step is usually left: out of it, behind a loop, or for what fits no case. Who decides has none. */
export const ordinaryPort = (ports: readonly string[]): string | undefined =>
  ['out', 'done', 'otherwise'].find((port) => ports.includes(port))

/** Names of the ways out of a node with this config. */
export const portsOf = (ports: Ports, config: Readonly<JsonObject>): readonly string[] =>
  'each' in ports ? [...listedPorts(ports, config).map(({ id }) => id), ports.otherwise] : ports
