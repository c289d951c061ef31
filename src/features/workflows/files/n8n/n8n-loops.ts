import { kindOf } from './n8n-kinds.ts'
import type { N8nNode } from './n8n-shape.ts'

export interface Wire {
  readonly from: string
  readonly output: number
  readonly to: string
}

interface Loops {
  /** Without those that lead back to a loop: its turns end by themselves here. */
  readonly wires: readonly Wire[]
  /** Names of the nodes in each loop. */
  readonly bodies: ReadonlyMap<string, ReadonlySet<string>>
}

export function readLoops(nodes: readonly N8nNode[], wires: readonly Wire[]): Loops {
  const leaving = Map.groupBy(wires, ({ from }) => from)
  const bodies = new Map<string, ReadonlySet<string>>()
  for (const { name, type, typeVersion } of nodes) {
    const kind = kindOf(type)
    if (kind?.gives !== 'item') continue
    const item = kind.ports({}, typeVersion).indexOf('item')
    bodies.set(name, bodyOf(name, item, leaving))
  }
  const leadsBack = ({ from, to }: Wire) => bodies.has(to) && (from === to || bodies.get(to)?.has(from))
  return { wires: wires.filter((wire) => !leadsBack(wire)), bodies }
}

/** What hangs on one way out of a loop, up to where it leads back. */
function bodyOf(loop: string, item: number, leaving: ReadonlyMap<string, readonly Wire[]>): Set<string> {
  const body = new Set<string>()
  const ahead = (leaving.get(loop) ?? []).filter(({ output }) => output === item)
  for (let wire = ahead.pop(); wire !== undefined; wire = ahead.pop()) {
    if (wire.to === loop || body.has(wire.to)) continue
    body.add(wire.to)
    ahead.push(...(leaving.get(wire.to) ?? []))
  }
  return body
}
