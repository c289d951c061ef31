import { useState } from 'react'

/** A text as it is being typed, where what it is read as would be written differently. */
export function useTyped(read: string) {
  const [typed, keep] = useState<string>()
  return { value: typed ?? read, keep, forget: () => keep(undefined) }
}
