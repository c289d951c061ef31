import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { isFinal } from '#src/lib/run-status.ts'
import { type StepStates, stepStates } from './canvas/step-state.ts'
import type { EditorProblem } from './problems.ts'
import type { Gestures } from './use-gestures.web.tsx'
import type { Trial } from './use-trial.web.tsx'

interface StepStateOptions {
  readonly trial: Trial
  readonly problems: readonly EditorProblem[]
}

/** What each step shows of itself, the same object for as long as nothing of it changes. */
export function useStepStates({ trial: { pins, live }, problems }: StepStateOptions): StepStates {
  const [known, setKnown] = useState<StepStates>(() => new Map())
  // Steps are told one by one, as fast as they run; what somebody types comes first.
  const run = useDeferredValue(live.steps)
  const states = stepStates({ run, pins, problems }, known)
  if (states !== known) setKnown(states)
  return states
}

/** Says once how a run ended that was seen to go on. */
export function useRunNews({ live }: Trial, say: Gestures['say']): void {
  const { executionId, status, simulated } = live
  const going = useRef<string>(undefined)
  useEffect(() => {
    if (status === undefined || executionId === undefined) return
    if (!isFinal(status)) going.current = executionId
    else if (going.current === executionId) {
      going.current = undefined
      say(`The ${simulated ? 'simulated run' : 'run'} ${status}`)
    }
  }, [executionId, status, simulated, say])
}
