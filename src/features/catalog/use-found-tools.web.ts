import { useEffect, useState } from 'react'
import { api } from '#src/client/api.ts'
import type { catalogContract, FxnCard } from './catalog.schema.ts'

const SEARCH_AFTER_MS = 120
const MOST_FOUND = 6

export interface FoundTools {
  /** What these were found for; another text is still being searched. */
  readonly typed: string
  readonly status: 'found' | 'failed'
  readonly tools: readonly FxnCard[]
}

const NOTHING: FoundTools = { typed: '', status: 'found', tools: [] }

/** The tools that the catalogue finds; an answer that comes late never replaces a newer one. */
export function useFoundTools(typed: string) {
  const [found, setFound] = useState(NOTHING)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (typed === '') return
    const asking = new AbortController()
    const ask = async () => {
      try {
        const query = { search: typed.slice(0, 200) }
        const { signal } = asking
        const answer = await api<typeof catalogContract.search>('GET', '/api/discovery/search', { query }, signal)
        setFound({ typed, status: 'found', tools: answer.fxns.slice(0, MOST_FOUND) })
      } catch {
        if (!asking.signal.aborted) setFound({ typed, status: 'failed', tools: [] })
      }
    }
    const timer = setTimeout(() => void ask(), SEARCH_AFTER_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [typed, attempt])
  const retry = () => {
    setFound(NOTHING)
    setAttempt(attempt + 1)
  }
  return { found: typed === '' ? NOTHING : found, isSearching: typed !== '' && found.typed !== typed, retry }
}
