import { useEffect, useState } from 'react'
import { api } from '#src/client/api.ts'
import { todayHere } from '#src/client/today-here.ts'
import type { Answer, answersContract } from '#src/features/answers/answers.schema.ts'
import type { WorkflowEntry, workflowsContract } from '#src/features/workflows/workflows.schema.ts'

export interface AlsoFound {
  /** What a tool says to what was typed, where that is a question. */
  readonly answer: Answer | null
  /** One's own, by name or tag. */
  readonly workflows: readonly Pick<WorkflowEntry, 'id' | 'name'>[]
}

const ASK_AFTER_MS = 120
const NOTHING: AlsoFound = { answer: null, workflows: [] }

/** What is found beside tools. A part that cannot be had is left out: the rest works without it. */
export function useAlsoFound(typed: string, isSignedIn: boolean): AlsoFound {
  const [found, setFound] = useState<AlsoFound & { readonly typed: string }>({ ...NOTHING, typed: '' })
  useEffect(() => {
    if (typed === '') return
    const asking = new AbortController()
    const show = (part: Partial<AlsoFound>) => {
      if (asking.signal.aborted) return
      setFound((before) => ({ ...(before.typed === typed ? before : NOTHING), ...part, typed }))
    }
    const ask = () => {
      const query = { q: typed.slice(0, 200), today: todayHere() }
      api<typeof answersContract.find>('GET', '/api/discovery/answer', { query }, asking.signal).then(
        show,
        () => undefined,
      )
      if (!isSignedIn) return
      const named = { text: typed.slice(0, 100) }
      api<typeof workflowsContract.list>('GET', '/api/workflows', { query: named }, asking.signal).then(
        ({ workflows }) => show({ workflows }),
        () => undefined,
      )
    }
    const timer = setTimeout(ask, ASK_AFTER_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [typed, isSignedIn])
  return found.typed === typed ? found : NOTHING
}
