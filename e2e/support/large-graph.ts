/** A graph of so many steps and connections, in columns of ten, each joined to the next column: for whatever size matters to. */
export function largeGraph(steps: number, connections: number) {
  const ROWS = 10
  const idOf = (column: number, row: number) => `n${column}_${row}`
  const places = Array.from({ length: steps }, (_, at) => ({ at, column: Math.floor(at / ROWS), row: at % ROWS }))
  const ids = new Set(places.map(({ column, row }) => idOf(column, row)))
  return {
    nodes: places.map(({ at, column, row }) => ({
      ...{ id: idOf(column, row), key: idOf(column, row), name: `Step ${at}`, type: at === 0 ? 'manual' : 'set' },
      position: { x: column * 312, y: row * 120 },
    })),
    edges: places
      .flatMap(({ column, row }) => [
        { from: idOf(column, row), to: idOf(column + 1, row) },
        { from: idOf(column, row), to: idOf(column + 1, row + 1) },
      ])
      .filter(({ to }) => ids.has(to))
      .slice(0, connections),
  }
}
