/** A reading that is asked for more often than it changes: what was read is given again for so long; a failure is not kept. */
export function keptFor<Value>(ms: number, read: () => Promise<Value>, now = Date.now): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; readonly until: number } | undefined
  return () => {
    if (kept !== undefined && now() < kept.until) return kept.value
    const mine = { value: read(), until: now() + ms }
    kept = mine
    mine.value.catch(() => {
      if (kept === mine) kept = undefined
    })
    return mine.value
  }
}

/** The same for what is asked for by key: of more than `most` keys the oldest is forgotten. */
export function keptForEach<Key, Value>(
  ms: number,
  most: number,
  read: (key: Key) => Promise<Value>,
  now = Date.now,
): (key: Key) => Promise<Value> {
  const readings = new Map<Key, () => Promise<Value>>()
  return (key) => {
    const reading = readings.get(key) ?? keptFor(ms, () => read(key), now)
    readings.set(key, reading)
    const [oldest] = readings.keys()
    if (readings.size > most && oldest !== undefined) readings.delete(oldest)
    return reading()
  }
}
