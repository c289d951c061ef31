/** The name of an entity whose text leads back to itself (XML 1.0, section 4.1), by what each refers to. */
export function recursiveEntity(references: ReadonlyMap<string, readonly string[]>): string | undefined {
  const done = new Set<string>()
  for (const root of references.keys()) {
    const path = new Set<string>()
    // Depth first without calls: a chain may be longer than the stack.
    const open = [{ name: root, isOver: false }]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const { name, isOver } = at
      if (isOver) {
        path.delete(name)
        done.add(name)
      } else if (path.has(name)) return name
      else if (!done.has(name)) {
        path.add(name)
        open.push({ name, isOver: true })
        for (const next of references.get(name) ?? []) open.push({ name: next, isOver: false })
      }
    }
  }
  return undefined
}
