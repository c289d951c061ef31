import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react'
import { toApiError } from '#src/client/api-error.ts'
import {
  defaultValues,
  type FormValues,
  filledValues,
  inputsOf,
  openingValues,
  withSwapped,
  withValue,
} from '#src/features/tool-page/form-values.ts'
import { isOutdated, nextSession, openSession, visibleErrors } from '#src/features/tool-page/tool-session.ts'
import type { ToolRun } from '#src/features/tool-page/use-tool-run.web.tsx'
import { checkInput } from '#src/sdk/check-input.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import type { Trial } from './creator-tools.schema.ts'
import type { FieldDraft, ToolContent } from './tool-content.schema.ts'

/** As often as tries are allowed: 120 in a minute. */
const LIVE_AFTER_MS = 500

/** Names given twice or not at all have no place in a form. */
const drawable = (fields: readonly FieldDraft[]): FieldDraft[] =>
  fields.filter(({ name }, at) => name !== '' && fields.findIndex((one) => one.name === name) === at)

export interface Preview {
  readonly tool: ToolRun
  /** How the last run went. */
  readonly trial: Trial | undefined
  /** What the form holds, as programs would send it. */
  readonly input: JsonObject
}

/** Values of fields that are still there; new ones begin as they would on the page. */
function carriedOver(fields: readonly FieldDraft[], values: FormValues, content: ToolContent): FormValues {
  const opening = openingValues(fields, content.examples[0]?.input)
  return Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? opening[name] ?? '']))
}

/** The state of a tool page, for a tool that is being built: each change is run on the server a moment later. */
export function usePreviewRun(content: ToolContent, onTry: (input: JsonObject) => Promise<Trial>): Preview {
  const fields = useMemo(() => drawable(content.fields), [content.fields])
  const [session, dispatch] = useReducer(nextSession, undefined, () =>
    openSession(openingValues(fields, content.examples[0]?.input), undefined),
  )
  const [trial, setTrial] = useState<Trial>()
  const form = useRef<HTMLFormElement>(null)
  const runs = useRef(0)
  const [pressed, setPressed] = useState(0)
  const values = useMemo(() => carriedOver(fields, session.values, content), [fields, session.values, content])
  const checked = useMemo(() => checkInput(fields, values), [fields, values])
  const input = useMemo(() => inputsOf(fields, values), [fields, values])

  const run = useEffectEvent(async () => {
    if (!checked.ok || content.outputs.length === 0) return
    const number = ++runs.current
    dispatch({ type: 'started', run: number })
    try {
      const done = await onTry(checked.value)
      if (number !== runs.current) return
      setTrial(done)
      if (done.ok)
        dispatch({
          type: 'succeeded',
          run: number,
          outputs: done.outputs as JsonObject,
          durationMs: done.durationMs,
        })
      else dispatch({ type: 'failed', run: number, ...done.error })
    } catch (error) {
      const { code, message } = toApiError(error)
      dispatch({ type: 'failed', run: number, code, message, details: [] })
    }
  })
  useEffect(() => {
    if (pressed === 0) return
    const timer = setTimeout(() => void run())
    return () => clearTimeout(timer)
  }, [pressed])
  const { outputs, source, kind } = content
  useEffect(() => {
    const timer = setTimeout(() => void run(), LIVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [values, outputs, source, kind, fields])

  const invalid = checked.ok ? [] : checked.errors
  const shown = { ...session, values }
  const change = (next: FormValues) => dispatch({ type: 'changed', values: next })
  return {
    trial,
    input,
    tool: {
      fields,
      session: shown,
      isLocal: false,
      mayBeLive: false,
      isLive: true,
      isOutdated: isOutdated(shown, { isLive: true, isValid: checked.ok }),
      errors: visibleErrors(shown, invalid),
      form,
      change: (name, value) => change(withValue(fields, values, name, value)),
      swap: (one, other) => change(withSwapped(values, one, other)),
      leave: (name) => dispatch({ type: 'left', name }),
      run() {
        dispatch({ type: 'attempted' })
        setPressed((times) => times + 1)
      },
      stop: () => dispatch({ type: 'stopped' }),
      reset: () => dispatch({ type: 'reset', values: defaultValues(fields) }),
      undo: () => dispatch({ type: 'undone' }),
      fill: (inputs) => dispatch({ type: 'filled', values: filledValues(fields, inputs) }),
    },
  }
}
