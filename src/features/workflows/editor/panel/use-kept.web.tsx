import { useState } from 'react'

/** The value of before for as long as the new one says the same: what is made from it need not be made again. */
export function useKept<Value>(value: Value, isSame: (a: Value, b: Value) => boolean): Value {
  const [kept, setKept] = useState(value)
  if (kept === value || isSame(kept, value)) return kept
  setKept(value)
  return value
}
