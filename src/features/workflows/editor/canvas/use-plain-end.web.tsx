import { useStoreApi } from '@xyflow/react'
import { useState } from 'react'

/**
 * Keeps the canvas library from emptying its store when the canvas goes: each of a thousand steps would look itself up
 * there once more, and throw. The store goes with the canvas. To be called where the library's part is drawn, before it.
 */
export function usePlainEnd(): void {
  const store = useStoreApi()
  useState(() => store.setState({ reset: () => undefined }))
}
