import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Json } from '#src/sdk/json.ts'
import type { Lines } from './lines.ts'

interface Unfinished {
  readonly lines: Lines
  /** What the setting says meanwhile: where it says something else by now, they are of no use. */
  readonly value: Json
}

const Context = createContext<Map<string, Unfinished>>(new Map())

/** Keeps what is half-written while the panel of a step is made anew, or another step is looked at. */
export function UnfinishedLinesProvider({ children }: { readonly children: ReactNode }) {
  const [byField] = useState(() => new Map<string, Unfinished>())
  return <Context value={byField}>{children}</Context>
}

/** Those of one field, if there are any. */
export function useUnfinishedLines(id: string) {
  const byField = useContext(Context)
  return {
    get(value: Json): Unfinished | undefined {
      const kept = byField.get(id)
      return kept?.value === value ? kept : undefined
    },
    keep(lines: Unfinished | undefined) {
      if (lines === undefined) byField.delete(id)
      else byField.set(id, lines)
    },
  }
}
