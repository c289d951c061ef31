/** A step of a graph: its id is its key, and in capitals its name. */
export const aStep = (id: string, type: string, config: object) => ({
  id,
  key: id,
  type,
  name: id.toUpperCase(),
  config,
})

/** A graph in which each step leads to the next one. */
export const lineOf = (nodes: readonly { readonly id: string }[]) => ({
  nodes,
  edges: nodes.slice(1).map(({ id }, at) => ({ from: nodes[at]?.id, to: id })),
})
