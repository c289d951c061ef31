import { type RefObject, useEffect, useEffectEvent, useMemo, useReducer, useRef } from 'react'
import { toast } from '#src/client/toasts.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { noteBrowserRun } from '#src/features/tool-runs/count-run.web.tsx'
import { takeHandedOver } from '#src/features/tool-runs/hand-over.ts'
import type { PageRun, PageRunner, RunOptions } from '#src/features/tool-runs/page-runner.ts'
import type { PendingRun } from '#src/features/tool-runs/pending-run.ts'
import type { Field } from '#src/sdk/fields.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { type FieldError, validateInput } from '#src/sdk/validate-input.ts'
import { useAutoRun } from './auto-run.web.ts'
import { createRunner } from './create-runner.web.tsx'
import {
  defaultValues,
  type FormValue,
  type FormValues,
  filledValues,
  holdsPrivate,
  inputsOf,
  linkedForm,
  toFields,
  withSwapped,
  withValue,
} from './form-values.ts'
import { onceWanted } from './once-wanted.web.tsx'
import type { Opening } from './open-tool.ts'
import { fromHash, toHash } from './share-link.ts'
import { errorsOf, isOutdated, nextSession, openSession, type ToolSession, visibleErrors } from './tool-session.ts'
import { typedValues } from './typed-values.web.tsx'

const LIVE_AFTER_MS = 40
/** Typing has paused. */
const TOLD_AFTER_MS = 700
const HASH_AFTER_MS = 300

export interface ToolRun {
  readonly fields: readonly Field[]
  readonly session: ToolSession
  /** Runs in this browser. */
  readonly isLocal: boolean
  /** Could compute while somebody types. */
  readonly mayBeLive: boolean
  readonly isLive: boolean
  readonly isOutdated: boolean
  readonly errors: readonly FieldError[]
  readonly form: RefObject<HTMLFormElement | null>
  change(name: string, value: FormValue): void
  /** With the field that it names. */
  swap(field: Field): void
  leave(name: string): void
  run(): void
  stop(): void
  reset(): void
  undo(): void
  /** With outputs: those of an earlier run with these inputs. */
  fill(inputs: Readonly<Record<string, unknown>>, outputs?: JsonObject): void
}

/** Whether this person may use the tool. */
interface Gate {
  /** Why not, as the server knows it. */
  readonly shut?: string | undefined
  /** A run was asked for and is not for them. */
  readonly onShut?: (reason: string) => void
}

/** The state of a tool page: its inputs, their check, the runs and the address. */
export function useToolRun(fxn: Fxn, opening: Opening, { shut, onShut }: Gate = {}): ToolRun {
  const fields = useMemo(() => toFields(fxn.inputSchema), [fxn.inputSchema])
  const [session, dispatch] = useReducer(nextSession, opening, ({ values, outputs }) => openSession(values, outputs))
  const { isLocal } = opening
  const isAuto = useAutoRun()
  const mayBeLive = isLocal && fxn.inputConfig.live && shut === undefined
  const isLive = mayBeLive && isAuto
  const checked = useMemo(() => validateInput(fields, session.values), [fields, session.values])
  const invalid = checked.ok ? [] : checked.errors
  const runner = useMemo(() => createRunner(fxn, opening), [fxn, opening])
  const form = useRef<HTMLFormElement>(null)
  const runs = useRef(0)

  /** A run that nobody asked for, because the clock has moved on, is none for the figures. */
  const start = async (input: JsonObject, isAsked?: boolean, options: RunOptions = {}) => {
    const run = ++runs.current
    dispatch({ type: 'started', run })
    const done = await runner.run(input, options).catch((): PageRun => BROKEN)
    if (done === undefined) return
    const { outcome, durationMs } = done
    if (outcome.ok) dispatch({ type: 'succeeded', run, outputs: outcome.outputs, durationMs })
    else dispatch({ type: 'failed', run, details: [], ...outcome.error })
    if (isLocal && isAsked !== undefined) countRun(fxn, done)
    if (!isAsked || outcome.ok) return
    const { code, message } = outcome.error
    if (onShut && SHUT.has(code)) onShut(code)
    else if (code !== 'INVALID_INPUT') toast({ kind: 'error', title: 'Execution failed', description: message })
  }
  const fill = (values: FormValues, left: readonly string[] = []) => {
    dispatch({ type: 'filled', values, left })
  }
  const resume = useEffectEvent((run: PendingRun | undefined) => {
    if (run === undefined) return
    fill(filledValues(fields, run.input))
    void start(run.input, true, { key: run.key })
  })

  const { revision, isChanged } = session
  useAfter(LIVE_AFTER_MS, isLive && isChanged && checked.ok ? revision : 0, () => {
    if (checked.ok) void start(checked.value, false)
  })
  const isLate = isOutdated(session, { isLive, isValid: checked.ok })
  const errors = errorsOf(session, invalid)
  // Nobody presses Run here: without a word, the result of other inputs would stay.
  useAfter(TOLD_AFTER_MS, isLive && errors.length > 0 && (isLate || checked.ok) ? revision : 0, () => {
    for (const { field } of errors) dispatch({ type: 'left', name: field })
  })
  useOutdated(() => {
    if (checked.ok && session.result?.revision === revision) void start(checked.value)
  })
  usePrepared(runner, form, { isLarge: fxn.inputConfig.large, isShut: shut !== undefined })
  useEffect(() => void runner.interrupted?.().then(resume, () => undefined), [runner])
  useAddress({ slug: fxn.slug, fields, session, form, opening, fill })

  return {
    ...{ fields, session, isLocal, mayBeLive, isLive, form },
    errors: visibleErrors(session, errors),
    isOutdated: isLate,
    change: (name, value) => dispatch({ type: 'changed', values: withValue(fields, session.values, name, value) }),
    swap: (field) => dispatch({ type: 'changed', values: withSwapped(session.values, field) }),
    leave: (name) => dispatch({ type: 'left', name }),
    run: () => {
      if (shut !== undefined) return onShut?.(shut)
      dispatch({ type: 'attempted' })
      if (checked.ok) void start(checked.value, true, { isPrivate: holdsPrivate(fields, session.values) })
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
    fill: (inputs, outputs) => dispatch({ type: 'filled', values: filledValues(fields, inputs), outputs }),
  }
}

/** Acts once a revision has stood for so long; never on 0, where nothing has changed. */
function useAfter(ms: number, revision: number, act: () => void): void {
  const onDue = useEffectEvent(act)
  useEffect(() => {
    if (revision === 0) return
    const timer = setTimeout(onDue, ms)
    return () => clearTimeout(timer)
  }, [ms, revision])
}

/** Acts when a result says that the clock has made it another one. */
function useOutdated(act: () => void): void {
  const onOutdated = useEffectEvent(act)
  useEffect(() => {
    const hear = () => onOutdated()
    window.addEventListener('outdated', hear)
    return () => window.removeEventListener('outdated', hear)
  }, [])
}

/** The code of a large tool comes when somebody turns to its form. */
function usePrepared(
  runner: PageRunner,
  form: RefObject<HTMLFormElement | null>,
  { isLarge, isShut }: { readonly isLarge: boolean; readonly isShut: boolean },
): void {
  useEffect(() => {
    if (isShut) return
    // A failure to load is told by the first run.
    const prepare = () => void runner.prepare().catch(() => undefined)
    const forget = isLarge ? onceWanted(form.current, prepare) : prepare()
    return () => {
      forget?.()
      runner.close()
    }
  }, [runner, form, isLarge, isShut])
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

const SHUT: ReadonlySet<string> = new Set(['PRO_REQUIRED', 'PURCHASE_REQUIRED'])

interface AddressOptions {
  readonly slug: string
  readonly fields: readonly Field[]
  readonly session: ToolSession
  readonly form: RefObject<HTMLFormElement | null>
  readonly opening: Opening
  readonly fill: (values: FormValues, left?: readonly string[]) => void
}

/** Reads the inputs from the part behind #, which never reaches the server, and keeps them there. */
function useAddress({ slug, fields, session, form, opening, fill }: AddressOptions): void {
  /** False when the address holds no inputs. */
  const follow = useEffectEvent((typed: FormValues = {}): boolean => {
    const linked = fromHash(window.location.hash)
    if (linked === 'damaged') tellDamaged(['Its inputs cannot be read, so the form shows the usual ones'])
    if (linked === undefined || linked === 'damaged') return false
    const { values, problems } = linkedForm(fields, linked)
    if (problems.length > 0) tellDamaged(problems)
    fill({ ...values, ...typed }, Object.keys(linked))
    return true
  })
  const open = useEffectEvent(() => {
    const handed = takeHandedOver(slug)
    if (handed !== undefined) return fill(filledValues(fields, handed), Object.keys(handed))
    const typed = form.current === null ? {} : typedValues(form.current, fields, opening.values)
    if (!follow(typed) && Object.keys(typed).length > 0) fill({ ...opening.values, ...typed })
  })
  useEffect(() => {
    open()
    const onHashChange = () => follow()
    window.addEventListener('hashchange', onHashChange)
    return () => window.removeEventListener('hashchange', onHashChange)
  }, [])

  const { revision, isChanged, values } = session
  useAfter(HASH_AFTER_MS, revision, () => replaceHash((isChanged ? toHash(inputsOf(fields, values)) : undefined) ?? ''))
}

const tellDamaged = (problems: readonly string[]): void =>
  void toast({ kind: 'error', title: 'This link is not in order', description: `${problems.join('. ')}.` })

/** Without a history entry and without telling the router, whose state must survive. */
function replaceHash(hash: string): void {
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', pathname + search + hash)
}
