import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ApiError, isRetryable, toApiError } from '#src/client/api-error.ts'
import { once } from '#src/lib/once.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import type { Trial } from './creator-tools.schema.ts'
import type { LocalTrials } from './local-trials.web.tsx'
import { isSameTrial } from './same-trial.ts'
import { mayRunInBrowser, type ToolContent } from './tool-content.schema.ts'

/** The server takes 120 tries in a minute. */
const TRY_AFTER_MS = 500
/** Whoever has changed nothing for so long has the first change tried at once: two tries in that time at most. */
const RESTED_MS = 1100

interface TrialsOptions {
  readonly content: ToolContent
  /** Undefined where the form is not in order. */
  readonly input: JsonObject | undefined
  readonly mayWriteCode: boolean
  readonly onTry: (input: JsonObject) => Promise<Trial>
  readonly onStarted: () => void
  readonly onDone: (trial: Trial) => void
  readonly onFailed: (error: ApiError) => void
}

/** What came of one state of the tool and of its form. */
interface Turn {
  here?: Trial
  there?: Trial
  isTried?: true
}

/** Code runs here where that of the published tool may, and expressions, whose language is the same here. */
const runsHere = (content: ToolContent, mayWriteCode: boolean) =>
  content.kind === 'config' || (mayWriteCode && mayRunInBrowser(content))

/** Runs a draft as it changes: in this browser at once, and on the server a moment later, which has the last word. */
export function useTrials({ content, input, mayWriteCode, onTry, ...on }: TrialsOptions) {
  const localTrials = useLocalTrials()
  const current = useRef<Turn>({})
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  const [measured, setMeasured] = useState<Trial>()
  const [pressed, setPressed] = useState(0)
  const isReady = input !== undefined && content.outputs.length > 0

  const next = (): Turn => (current.current = {})
  const tryHere = useEffectEvent(async (turn: Turn) => {
    if (!isReady || !runsHere(content, mayWriteCode)) return
    const done = await localTrials.run(content, input)
    if (turn !== current.current || done === undefined) return
    turn.here = done
    if (turn.there === undefined) on.onDone(done)
  })
  const tryThere = useEffectEvent(async (turn: Turn) => {
    if (turn !== current.current || !isReady || turn.isTried) return
    turn.isTried = true
    if (turn.here === undefined) on.onStarted()
    try {
      const done = await onTry(input)
      if (turn !== current.current) return
      turn.there = done
      setMeasured(done)
      if (turn.here === undefined || !isSameTrial(content.kind, turn.here, done)) on.onDone(done)
    } catch (thrown) {
      const error = toApiError(thrown)
      if (turn !== current.current) return
      setMeasured(undefined)
      // What came out here stands while the server cannot be asked.
      if (turn.here === undefined || !isRetryable(error)) on.onFailed(error)
    }
  })

  const { outputs, source, kind, inBrowser } = content
  useEffect(() => {
    const turn = next()
    const now = performance.now()
    const isFirst = now - changedAt.current > RESTED_MS
    changedAt.current = now
    void tryHere(turn).then(() => {
      if (isFirst && turn.here === undefined) void tryThere(turn)
    })
    const timer = setTimeout(() => void tryThere(turn), TRY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [input, outputs, source, kind, inBrowser])
  useEffect(() => {
    if (pressed === 0) return
    const timer = setTimeout(() => {
      const turn = next()
      void tryHere(turn)
      void tryThere(turn)
    })
    return () => clearTimeout(timer)
  }, [pressed])

  return {
    /** What the server measured last. */
    measured,
    again: () => setPressed((times) => times + 1),
    stop() {
      next()
      localTrials.stop()
    },
  }
}

/** What runs drafts in this browser; its code comes once there is something to run. */
function useLocalTrials() {
  const [load] = useState(() => once(async () => (await import('./local-trials.web.tsx')).createLocalTrials()))
  const loaded = useRef<LocalTrials>(undefined)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      loaded.current?.close()
    }
  }, [])
  return {
    /** What cannot be loaded or breaks is left to the server. */
    run: async (content: ToolContent, input: JsonObject): Promise<Trial | undefined> => {
      try {
        loaded.current = await load()
        if (isGone.current) return undefined
        return await loaded.current.run(content, input)
      } catch {
        return undefined
      }
    },
    stop: () => loaded.current?.stop(),
  }
}
