/**
 * Takes the prototypes of all objects in a value that nobody else holds, and returns it: for whoever asks an object for
 * a name, "toString" is then no more there than any other. In a loop, for values that are nested deeper than the stack.
 */
export function withoutPrototypes<Value>(value: Value): Value {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next)) Object.setPrototypeOf(next, null)
    for (const member of Object.values(next)) left.push(member)
  }
  return value
}
