import { useSyncExternalStore } from 'react'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { JsonView } from '#src/ui/data-view/json-view.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { NotHere } from './not-here.web.tsx'
import { originText } from './sources.ts'
import type { LoadedSource } from './use-step-data.web.tsx'

interface ValuePaneProps {
  readonly source: LoadedSource
  readonly label: string
  /** What to do where nothing is known. */
  readonly empty: string
  readonly onLoad: () => void
  readonly onInsert?: ((template: string) => void) | undefined
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`

const neverChanges = () => () => {}
/** The view takes its size from the screen, so a server cannot draw it. */
const useIsHere = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

/** What a step gave, from wherever it is known. */
export function ValuePane({ source, label, empty, onLoad, onInsert }: ValuePaneProps) {
  const { origin, value, moved, root, retry } = source
  const isHere = useIsHere()
  if (origin === 'unknown')
    return <p className="rounded-6 border border-line px-3 py-6 text-center text-14 text-text-2">{empty}</p>
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <Badge {...(origin === 'pinned' && { kind: 'pin' as const })}>{originText(source)}</Badge>
        {moved === undefined ? null : <span className="meta-line">{kilobytes(moved.bytes)}</span>}
      </p>
      {value !== undefined && isHere ? (
        <JsonView key={root} value={value} root={root} label={label} onInsert={onInsert} />
      ) : source.isLoading || !isHere ? (
        <Spinner label="Loading all of it…" showLabel />
      ) : retry !== undefined ? (
        <NotHere onRetry={retry} />
      ) : (
        <Button className="w-fit" onClick={onLoad}>
          Load all {moved === undefined ? '' : kilobytes(moved.bytes)}
        </Button>
      )}
    </div>
  )
}
