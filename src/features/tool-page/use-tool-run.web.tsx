import { type RefObject, useEffect, useEffectEvent, useMemo, useReducer, useRef } from 'react'
import { toast } from '#src/client/toasts.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { noteBrowserRun } from '#src/features/tool-runs/count-run.web.tsx'
import { isBuiltIn } from '#src/features/tool-runs/load-tool.ts'
import { createLocalRunner } from '#src/features/tool-runs/local-runner.web.tsx'
import type { PageRun, PageRunner } from '#src/features/tool-runs/page-runner.ts'
import { createServerRunner } from '#src/features/tool-runs/server-runner.web.tsx'
import type { Field } from '#src/sdk/fields.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { type FieldError, validateInput } from '#src/sdk/validate-input.ts'
import {
  defaultValues,
  type FormValue,
  type FormValues,
  filledValues,
  inputsOf,
  linkedValues,
  toFields,
  withValue,
} from './form-values.ts'
import { fromHash, toHash } from './share-link.ts'
import { isOutdated, nextSession, openSession, type ToolSession, visibleErrors } from './tool-session.ts'
import { typedValues } from './typed-values.web.tsx'

const LIVE_AFTER_MS = 40
const HASH_AFTER_MS = 300

export interface Opening {
  readonly values: FormValues
  readonly outputs: JsonObject | undefined
}

export interface ToolRun {
  readonly fields: readonly Field[]
  readonly session: ToolSession
  /** Runs in this browser on every change. */
  readonly isLive: boolean
  readonly isOutdated: boolean
  readonly errors: readonly FieldError[]
  readonly form: RefObject<HTMLFormElement | null>
  change(name: string, value: FormValue): void
  leave(name: string): void
  run(): void
  stop(): void
  reset(): void
  undo(): void
  fill(inputs: Readonly<Record<string, unknown>>): void
}

const createRunner = (fxn: Fxn, isLocal: boolean): PageRunner =>
  isLocal
    ? createLocalRunner(fxn.slug, {
        hasLongText: Object.values(fxn.inputSchema).some(({ type }) => type === 'textarea' || type === 'file'),
      })
    : createServerRunner(fxn.id)

/** The state of a tool page: its inputs, their check, the runs and the address. */
export function useToolRun(fxn: Fxn, opening: Opening): ToolRun {
  const fields = useMemo(() => toFields(fxn.inputSchema), [fxn.inputSchema])
  const [session, dispatch] = useReducer(nextSession, opening, ({ values, outputs }) => openSession(values, outputs))
  const isLive = fxn.runsIn === 'browser' && isBuiltIn(fxn.slug)
  const checked = useMemo(() => validateInput(fields, session.values), [fields, session.values])
  const invalid = checked.ok ? [] : checked.errors
  const runner = useMemo(() => createRunner(fxn, isLive), [fxn, isLive])
  const form = useRef<HTMLFormElement>(null)
  const runs = useRef(0)

  const start = async (isAsked: boolean) => {
    if (!checked.ok) return
    const run = ++runs.current
    dispatch({ type: 'started', run })
    const done = await runner.run(checked.value).catch((): PageRun => BROKEN)
    if (done === undefined) return
    const { outcome, durationMs } = done
    if (outcome.ok) dispatch({ type: 'succeeded', run, outputs: outcome.outputs, durationMs })
    else dispatch({ type: 'failed', run, details: [], ...outcome.error })
    if (isLive) countRun(fxn, done)
    if (isAsked && !outcome.ok && outcome.error.code !== 'INVALID_INPUT') tellFailure(outcome.error)
  }
  const startLive = useEffectEvent(() => void start(false))
  const fill = (values: FormValues) => {
    dispatch({ type: 'filled', values })
  }

  const { revision, isChanged } = session
  const isRunnable = isLive && isChanged && checked.ok
  useEffect(() => {
    if (!isRunnable || revision === 0) return
    const timer = setTimeout(startLive, LIVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isRunnable, revision])

  useEffect(() => {
    // A failure to load is told by the first run.
    runner.prepare().catch(() => undefined)
    return runner.close
  }, [runner])
  useAddress({ fields, session, form, opening, fill })

  return {
    ...{ fields, session, isLive, form },
    errors: visibleErrors(session, invalid),
    isOutdated: isOutdated(session, { isLive, isValid: checked.ok }),
    change: (name, value) => dispatch({ type: 'changed', values: withValue(fields, session.values, name, value) }),
    leave: (name) => dispatch({ type: 'left', name }),
    run: () => {
      dispatch({ type: 'attempted' })
      void start(true)
    },
    stop: () => {
      runner.stop()
      dispatch({ type: 'stopped' })
    },
    reset: () => {
      runner.stop()
      dispatch({ type: 'reset', values: defaultValues(fields) })
    },
    undo: () => dispatch({ type: 'undone' }),
    fill: (inputs) => fill(filledValues(fields, inputs)),
  }
}

const BROKEN: PageRun = {
  outcome: { ok: false, error: { code: 'TOOL_ERROR', message: 'Failed to run fxn' } },
  durationMs: 0,
}

/** A refused input was never a run. */
function countRun({ id, version }: Fxn, { outcome, durationMs }: PageRun): void {
  if (!outcome.ok && outcome.error.code === 'INVALID_INPUT') return
  noteBrowserRun(id, { version, success: outcome.ok, durationMs })
}

function tellFailure({ code, message }: { code: string; message: string }): void {
  if (code === 'PRO_REQUIRED')
    toast({
      kind: 'error',
      title: 'Pro Subscription Required',
      description: 'This tool requires a Pro subscription to use.',
    })
  else toast({ kind: 'error', title: 'Execution failed', description: message })
}

interface AddressOptions {
  readonly fields: readonly Field[]
  readonly session: ToolSession
  readonly form: RefObject<HTMLFormElement | null>
  readonly opening: Opening
  readonly fill: (values: FormValues) => void
}

/** Reads the inputs from the part behind #, which never reaches the server, and keeps them there. */
function useAddress({ fields, session, form, opening, fill }: AddressOptions): void {
  const open = useEffectEvent(() => {
    const linked = fromHash(window.location.hash)
    const values = linked === undefined ? opening.values : linkedValues(fields, linked)
    const typed = form.current === null ? {} : typedValues(form.current, fields, opening.values)
    if (linked !== undefined || Object.keys(typed).length > 0) fill({ ...values, ...typed })
  })
  const follow = useEffectEvent(() => {
    const linked = fromHash(window.location.hash)
    if (linked !== undefined) fill(linkedValues(fields, linked))
  })
  useEffect(() => {
    open()
    const onHashChange = () => follow()
    window.addEventListener('hashchange', onHashChange)
    return () => window.removeEventListener('hashchange', onHashChange)
  }, [])

  const { revision, isChanged, values } = session
  useEffect(() => {
    if (revision === 0) return
    const timer = setTimeout(
      () => replaceHash((isChanged ? toHash(inputsOf(fields, values)) : undefined) ?? ''),
      HASH_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [revision, isChanged, values, fields])
}

/** Without a history entry and without telling the router, whose state must survive. */
function replaceHash(hash: string): void {
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', pathname + search + hash)
}
