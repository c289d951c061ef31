import { useState } from 'react'
import { type StepStates, stepStates } from './canvas/step-state.ts'
import type { EditorProblem } from './problems.ts'
import type { Trial } from './use-trial.web.tsx'

interface StepStateOptions {
  readonly trial: Trial
  readonly problems: readonly EditorProblem[]
}

/** What each step shows of itself, the same object for as long as nothing of it changes. */
export function useStepStates({ trial: { pins, live }, problems }: StepStateOptions): StepStates {
  const [known, setKnown] = useState<StepStates>(() => new Map())
  const states = stepStates({ run: live.steps, pins, problems }, known)
  if (states !== known) setKnown(states)
  return states
}
