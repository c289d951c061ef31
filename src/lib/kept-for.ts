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
