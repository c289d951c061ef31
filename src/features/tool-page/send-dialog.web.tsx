import { ArrowRight } from 'lucide-react'
import { useDeferredValue, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { api } from '#src/client/api.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { CATEGORY_NAMES } from '#src/features/catalog/categories.ts'
import type { Receiver, receiversContract } from '#src/features/receivers/receivers.schema.ts'
import { handOver } from '#src/features/tool-runs/hand-over.ts'
import type { Json } from '#src/sdk/json.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { LiveRegion } from '#src/ui/live-region.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import type { AtButton } from './later-menu.web.tsx'
import type { ShownOutput } from './outputs.ts'
import { inputsFor, type Sendable, sendables } from './sendable.ts'
import { toHash } from './share-link.ts'

/** From so many tools on, one rather types than reads. */
const LONG = 8
const SHOWN = 200

interface SendProps {
  readonly fxn: Fxn
  readonly outputs: readonly ShownOutput[]
}

/** "Send to…": a result goes on to another tool, which opens with it. */
export function SendMenu({ trigger, opensAtOnce, ...props }: SendProps & AtButton) {
  const [isOpen, setOpen] = useState(opensAtOnce)
  return (
    <>
      {trigger({ onClick: () => setOpen(true) })}
      {isOpen ? <SendDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Undefined while they are on the way. */
type Found = readonly Receiver[] | 'failed' | undefined

/** Tools for the kinds of a value. The value itself stays in this page. */
function useReceivers(kinds: string, of: string): { found: Found; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const asked = `${kinds} ${attempt}`
  const [answer, setAnswer] = useState<{ asked: string; found: Found }>()
  useEffect(() => {
    const asking = new AbortController()
    const show = (found: Found) => {
      if (!asking.signal.aborted) setAnswer({ asked, found })
    }
    api<typeof receiversContract.list>('GET', '/api/discovery/receivers', { query: { kinds, of } }, asking.signal).then(
      ({ receivers }) => show(receivers),
      () => show('failed'),
    )
    return () => asking.abort()
  }, [kinds, of, asked])
  return { found: answer?.asked === asked ? answer.found : undefined, retry: () => setAttempt(attempt + 1) }
}

interface Target {
  readonly receiver: Receiver
  readonly inputs: Readonly<Record<string, Json>>
}

const toTargets = (receivers: readonly Receiver[], part: Sendable): Target[] =>
  receivers.flatMap((receiver) => {
    const inputs = inputsFor(receiver, part)
    return inputs === undefined ? [] : [{ receiver, inputs }]
  })

const isNamed = (typed: string, { title, category, label }: Receiver): boolean =>
  `${title} ${CATEGORY_NAMES[category]} ${label}`.toLowerCase().includes(typed.trim().toLowerCase())

function SendDialog({ fxn, outputs, onClose }: SendProps & { onClose: () => void }) {
  const parts = sendables(outputs)
  const [name, setName] = useState(parts[0]?.name)
  const part = parts.find((one) => one.name === name) ?? parts[0]
  return (
    <Dialog open onClose={onClose} title="Send result to…">
      {part === undefined ? (
        <p className="text-text-2">No other tool takes this result.</p>
      ) : (
        <div className="flex flex-col gap-4">
          {parts.length === 1 ? null : (
            <SelectField
              label="What to send"
              value={part.name}
              options={parts.map((one) => ({ value: one.name, label: one.label }))}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
          <Value part={part} />
          <Targets key={part.name} fxn={fxn} part={part} onClose={onClose} />
        </div>
      )}
    </Dialog>
  )
}

function Value({ part: { forms } }: { part: Sendable }) {
  const value = forms.at(-1)?.value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (
    <p className="max-h-24 overflow-hidden rounded-6 bg-sunken px-3 py-2 font-mono text-13 [overflow-wrap:anywhere] whitespace-pre-wrap text-text-2">
      {text.slice(0, SHOWN)}
      {text.length > SHOWN ? '…' : ''}
    </p>
  )
}

interface TargetsProps {
  readonly fxn: Fxn
  readonly part: Sendable
  readonly onClose: () => void
}

function Targets({ fxn, part, onClose }: TargetsProps) {
  const { found, retry } = useReceivers(part.forms.map(({ kind }) => kind).join(), fxn.slug)
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const listId = useId()
  if (found === undefined) return <RowSkeletons count={4} label="Looking for tools…" />
  if (found === 'failed')
    return (
      <ErrorState
        level={3}
        title="Failed to fetch tools"
        message="Check your connection, then try again."
        onRetry={retry}
      />
    )
  const all = toTargets(found, part)
  const shown = all.filter(({ receiver }) => isNamed(wanted, receiver))
  if (all.length === 0)
    return <p className="text-text-2">No tool takes this. Another part of the result may fit one.</p>
  return (
    <>
      {all.length < LONG ? null : (
        <TextField
          label="Find a tool"
          type="search"
          autoComplete="off"
          value={typed}
          aria-controls={listId}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <LiveRegion message={typed === '' ? '' : shown.length === 1 ? '1 tool' : `${shown.length} tools`} />
      {shown.length === 0 ? <p className="text-text-2">No tool that takes this has that name.</p> : null}
      <ul id={listId} aria-label="Tools that take it" className="flex flex-col gap-2">
        {shown.map((target) => (
          <li key={target.receiver.slug}>
            <TargetLink target={target} onClose={onClose} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** What is too much for an address is handed over in memory. */
function TargetLink({ target: { receiver, inputs }, onClose }: { target: Target; onClose: () => void }) {
  const { slug, title, category, label, runsIn } = receiver
  const hash = toHash(inputs)
  const leave = () => {
    if (hash === undefined) handOver(slug, inputs)
    onClose()
  }
  return (
    <Link
      to={`/fxn/${slug}${hash ?? ''}`}
      onClick={leave}
      className="flex min-h-11 items-center gap-3 rounded-6 border border-line bg-surface px-4 py-2 hover:border-line-strong hover:bg-hover"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold [overflow-wrap:anywhere]">{title}</span>
        <span className="block text-13 text-text-2">
          {CATEGORY_NAMES[category]} · as {label}
          {runsIn === 'server' ? ' · runs on our server' : ''}
        </span>
      </span>
      <ArrowRight size={16} className="flex-none text-text-2 rtl:-scale-x-100" />
    </Link>
  )
}
