import { RotateCcw, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { SwitchField } from '#src/ui/fields/flag-fields.tsx'
import { formatValue } from '#src/ui/outputs/format-value.ts'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import {
  forgetRuns,
  isKept,
  isSameRun,
  onHistory,
  type PastRun,
  readHistory,
  setKept,
  storedHistory,
} from './history.ts'
import { shownOutputs } from './outputs.ts'

interface HistoryPanelProps {
  readonly fxn: Fxn
  readonly onRestore: (run: PastRun) => void
}

/** Other tabs change it too. */
function subscribe(listener: () => void): () => void {
  const forget = onHistory(listener)
  window.addEventListener('storage', listener)
  return () => {
    forget()
    window.removeEventListener('storage', listener)
  }
}

const MOST_SHOWN = 120
const cut = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)} …` : text)

/** "Bill 84.5 · People 3" */
const inputLine = ({ inputSchema }: Fxn, { inputs }: PastRun): string =>
  cut(
    Object.entries(inputs)
      .map(
        ([name, value]) =>
          `${inputSchema[name]?.label ?? name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      )
      .join(' · '),
  ) || 'The usual inputs'

const resultLine = ({ outputSchema }: Fxn, { outputs }: PastRun): string => {
  const [lead] = shownOutputs(outputSchema, outputs)
  if (lead === undefined || typeof lead.value === 'object') return ''
  return cut(`${lead.spec.label} ${formatValue(lead.value, lead.spec.format)}`)
}

/** What this browser remembers of a tool, and how it forgets. */
export function HistoryPanel({ fxn, onRestore }: HistoryPanelProps) {
  useSyncExternalStore(subscribe, storedHistory)
  const all = readHistory()
  const runs = all.filter(({ slug }) => slug === fxn.slug)
  return (
    <div className="flex flex-col gap-4">
      <SwitchField
        label="Don’t keep a history in this browser"
        help="Switching it on deletes what is kept, of all tools. The history never leaves this device."
        checked={!isKept()}
        onChange={({ currentTarget }) => setKept(!currentTarget.checked)}
      />
      {runs.length === 0 ? (
        <p>{whyEmpty(fxn)}</p>
      ) : (
        <ul aria-label="Earlier runs" className="flex flex-col">
          {runs.map((run) => (
            <li
              key={run.at}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2 first:border-0"
            >
              <div dir="auto" className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
                <p className="text-text">{inputLine(fxn, run)}</p>
                <p className="text-13">
                  {resultLine(fxn, run)} <TimeAgo at={run.at} className="meta-line" />
                </p>
              </div>
              <div className="flex items-center gap-1">
                <Button size="dense" icon={RotateCcw} onClick={() => onRestore(run)}>
                  Restore<span className="sr-only"> {inputLine(fxn, run)}</span>
                </Button>
                <IconButton
                  icon={X}
                  size="dense"
                  aria-label={`Forget ${inputLine(fxn, run)}`}
                  onClick={() => forgetRuns(isSameRun(run))}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {all.length === 0 ? null : (
        <div className="flex flex-wrap gap-2">
          {runs.length === 0 ? null : (
            <Button size="dense" onClick={() => forgetRuns(({ slug }) => slug === fxn.slug)}>
              Clear this tool’s history
            </Button>
          )}
          <Button size="dense" onClick={() => forgetRuns(() => true)}>
            Clear the history of all tools
          </Button>
        </div>
      )}
    </div>
  )
}

function whyEmpty({ inputConfig }: Fxn): string {
  if (inputConfig.confidential) return 'Nothing of this tool is ever kept: its results are secrets.'
  if (!isKept()) return 'Nothing is kept.'
  return 'Nothing is kept yet. Runs appear here, but none with a password, a key or a file in it.'
}
