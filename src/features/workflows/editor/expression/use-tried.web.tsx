import { useEffect, useState } from 'react'
import type { ExpressionHelp } from './expression-context.web.tsx'
import type { Tried } from './try-expression.ts'

const PAUSE_MS = 100

/** Tries a text a moment after the last letter. */
export function useTried(text: string, isPerItem: boolean, help: ExpressionHelp | undefined): Tried | undefined {
  const [tried, setTried] = useState<{ text: string; outcome: Tried | undefined }>()
  useEffect(() => {
    if (help === undefined || !text.includes('{{')) return
    let isStale = false
    const tryIt = async () => {
      const outcome = await help.tryOut(text, { isPerItem })
      if (!isStale) setTried({ text, outcome })
    }
    const timer = setTimeout(() => void tryIt(), PAUSE_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [text, isPerItem, help])
  return tried?.text === text ? tried.outcome : undefined
}
