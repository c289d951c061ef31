import { useMemo, useReducer, useRef, useState } from 'react'
import {
  defaultValues,
  type FormValues,
  filledValues,
  inputsOf,
  withSwapped,
  withValue,
} from '#src/features/tool-page/form-values.ts'
import { openingValues } from '#src/features/tool-page/opening-values.ts'
import { errorsOf, isOutdated, nextSession, openSession, visibleErrors } from '#src/features/tool-page/tool-session.ts'
import type { ToolRun } from '#src/features/tool-page/use-tool-run.web.tsx'
import { checkInput } from '#src/sdk/check-input.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import type { ContentProblem } from './content-problems.ts'
import type { Trial } from './creator-tools.schema.ts'
import type { FieldDraft, ToolContent } from './tool-content.schema.ts'
import { trialProblems } from './trial-problems.ts'
import { useTrials } from './use-trials.web.tsx'

/** Names given twice or not at all have no place in a form. */
const drawable = (fields: readonly FieldDraft[]): FieldDraft[] =>
  fields.filter(({ name }, at) => name !== '' && fields.findIndex((one) => one.name === name) === at)

export interface Preview {
  readonly tool: ToolRun
  /** How the last run went. */
  readonly trial: Trial | undefined
  /** What that run showed to be wrong. */
  readonly problems: readonly ContentProblem[]
  /** The last run on the server, whose limits are those of the published tool. */
  readonly measured: Trial | undefined
  /** What the form holds, as programs would send it. */
  readonly input: JsonObject
}

/** Values of fields that are still there; new ones begin as they would on the page. */
function carriedOver(fields: readonly FieldDraft[], values: FormValues, content: ToolContent): FormValues {
  const opening = openingValues(fields, content.examples[0]?.input)
  return Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? opening[name] ?? '']))
}

interface PreviewOptions {
  /** Whether this person's code is run at all. */
  readonly mayWriteCode: boolean
  /** Runs the draft once on the server. */
  readonly onTry: (input: JsonObject) => Promise<Trial>
}

/** The state of a tool page, for a tool that is being built: each change is run. */
export function usePreviewRun(content: ToolContent, { mayWriteCode, onTry }: PreviewOptions): Preview {
  const fields = useMemo(() => drawable(content.fields), [content.fields])
  const [session, dispatch] = useReducer(nextSession, undefined, () =>
    openSession(openingValues(fields, content.examples[0]?.input), undefined),
  )
  const [trial, setTrial] = useState<Trial>()
  const form = useRef<HTMLFormElement>(null)
  const runs = useRef(0)
  const values = useMemo(() => carriedOver(fields, session.values, content), [fields, session.values, content])
  const checked = useMemo(() => checkInput(fields, values), [fields, values])
  const input = useMemo(() => inputsOf(fields, values), [fields, values])

  const start = () => {
    const run = ++runs.current
    dispatch({ type: 'started', run })
    return run
  }
  const trials = useTrials({
    ...{ content, mayWriteCode, onTry },
    input: checked.ok ? checked.value : undefined,
    onStarted: () => void start(),
    onDone(done) {
      setTrial(done)
      const { durationMs } = done
      const run = start()
      if (done.ok) dispatch({ type: 'succeeded', run, outputs: done.outputs as JsonObject, durationMs })
      else dispatch({ type: 'failed', run, ...done.error })
    },
    onFailed: ({ code, message }) => dispatch({ type: 'failed', run: start(), code, message, details: [] }),
  })

  const invalid = checked.ok ? [] : checked.errors
  // What failed leaves the result of something else on the page.
  const isStale = trial?.ok === false || isOutdated({ ...session, values }, { isLive: true, isValid: checked.ok })
  const shown = { ...session, values }
  const change = (next: FormValues) => dispatch({ type: 'changed', values: next })
  return {
    trial,
    problems: checked.ok ? trialProblems(content, trial) : [],
    measured: trials.measured,
    input,
    tool: {
      fields,
      session: shown,
      isLocal: false,
      mayBeLive: false,
      isLive: true,
      isOutdated: isStale,
      errors: visibleErrors(shown, errorsOf(shown, invalid)),
      form,
      change: (name, value) => change(withValue(fields, values, name, value)),
      swap: (field) => change(withSwapped(values, field)),
      leave: (name) => dispatch({ type: 'left', name }),
      run() {
        dispatch({ type: 'attempted' })
        trials.again()
      },
      stop() {
        trials.stop()
        dispatch({ type: 'stopped' })
      },
      reset: () => dispatch({ type: 'reset', values: defaultValues(fields) }),
      undo: () => dispatch({ type: 'undone' }),
      fill: (inputs) => dispatch({ type: 'filled', values: filledValues(fields, inputs) }),
    },
  }
}
