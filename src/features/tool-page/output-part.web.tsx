import { Download } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { toast } from '#src/client/toasts.ts'
import type { OutputSpec } from '#src/sdk/outputs.ts'
import { Button } from '#src/ui/button.tsx'
import { CopyButton } from '#src/ui/copy-button.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { OutputView } from '#src/ui/outputs/output-view.tsx'
import { OutputTable } from '#src/ui/outputs/plain-outputs.tsx'
import { useSorting } from '#src/ui/outputs/use-sorting.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { isObjectList } from './object-list.ts'
import { outputText, type ShownOutput } from './outputs.ts'
import { rememberOrder } from './shown-order.ts'

const LongText = lazyPart(() => import('./long-text.web.tsx').then((file) => file.LongText))
const ObjectCards = lazyPart(() => import('./object-cards.web.tsx').then((file) => file.ObjectCards))

/** A table of more rows than this starts short: nobody reads 360 rows first, and drawing them slows typing. */
const LONG = 24
const SHORT = 12
/** Characters of one text: drawing more would hold up the typing. */
const MOST_TEXT = 20_000

/** One output with its own copy button, where the renderer has none. */
export function OutputPart({ output, slug }: { output: ShownOutput; slug: string }) {
  const { spec, value } = output
  const hasCopy = spec.renderer === 'json' || spec.format === 'code' || typeof value === 'boolean'
  return (
    <div className="output-part">
      {hasCopy ? null : (
        // A finger needs a button larger than the room beside a figure's label; the card's own button copies them all.
        <div className={spec.renderer === 'badge' ? 'part-copy pointer-coarse:hidden' : 'part-copy'}>
          <CopyButton
            text={() => outputText(output)}
            of={spec.label}
            variant="ghost"
            onCopied={() => toast({ kind: 'success', title: 'Copied to clipboard' })}
          />
        </div>
      )}
      <Body output={output} slug={slug} />
    </div>
  )
}

function Body({ output, slug }: { output: ShownOutput; slug: string }) {
  const { spec, value } = output
  if (typeof value === 'string' && value.length > MOST_TEXT && spec.renderer === 'text' && spec.format !== 'file')
    return (
      <Suspense fallback={<Skeleton className="h-96 w-full" />}>
        <LongText label={spec.label} text={value} shown={MOST_TEXT} />
      </Suspense>
    )
  if (spec.renderer === 'list' && isObjectList(value))
    return (
      <Suspense fallback={<Skeleton className="h-40 w-full" />}>
        <ObjectCards label={spec.label} items={value} />
      </Suspense>
    )
  return spec.renderer === 'table' && Array.isArray(value) && value.length > 0 ? (
    <Table spec={spec} rows={value} name={`${slug}-${output.name}`} />
  ) : (
    <OutputView spec={spec} value={value} />
  )
}

interface TableProps {
  readonly spec: OutputSpec
  readonly rows: readonly unknown[]
  /** Of a file, without its ending. */
  readonly name: string
}

/** The file holds all rows, in the order that is shown. */
function Table({ spec, rows, name }: TableProps) {
  const [isWhole, setWhole] = useState(false)
  const sorting = useSorting(rows)
  const isLong = rows.length > LONG
  const shown = isWhole || !isLong ? sorting.rows : sorting.rows.slice(0, SHORT)
  useEffect(() => rememberOrder(rows, sorting.rows), [rows, sorting.rows])
  const save = async () => (await import('./download-menu.web.tsx')).saveTable(name, { spec, value: rows })
  return (
    <div className="flex flex-col gap-2">
      <OutputTable spec={spec} value={rows} sorting={{ ...sorting, rows: shown }} />
      <div className="flex flex-wrap gap-2 noscript:hidden">
        {isLong ? (
          <Button size="dense" onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
            {isWhole ? `Show the first ${SHORT} rows` : `Show all ${rows.length.toLocaleString('en')} rows`}
          </Button>
        ) : null}
        <Button size="dense" icon={Download} onClick={() => void save()}>
          Download CSV<span className="sr-only"> of {spec.label}</span>
        </Button>
      </div>
    </div>
  )
}
