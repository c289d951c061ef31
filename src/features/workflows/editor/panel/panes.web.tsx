import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react'
import { keep, recall } from '#src/client/browser-memory.ts'
import { IconButton } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Tabs } from '#src/ui/tabs.tsx'
import { afterKey, collapsed, keptWidths, mostOf, type Side, type Widths, withWidth } from './splitter.ts'

export interface Pane {
  readonly id: 'input' | 'settings' | 'output'
  readonly label: string
  readonly panel: ReactNode
}

interface TabbedProps {
  readonly panes: readonly Pane[]
  readonly shown: Pane['id']
  readonly onShow: (id: Pane['id']) => void
}

/** One pane at a time, where there is no room for three. */
export const TabbedPanes = ({ panes, shown, onShow }: TabbedProps) => (
  <div className="p-4 pt-2">
    <Tabs label="Parts of the step" selected={shown} onSelect={(id) => onShow(id as Pane['id'])} tabs={panes} />
  </div>
)

const KEPT_AT = 'fettle:step-panes'

/** All panes beside each other, with lines between them that can be moved. */
export function WidePanes({ panes }: Pick<TabbedProps, 'panes'>) {
  const base = useId()
  const box = useRef<HTMLDivElement>(null)
  const [widths, setWidths] = useState<Widths>(() => keptWidths(recall(KEPT_AT)))
  const resize = (next: Widths) => {
    setWidths(next)
    keep(KEPT_AT, JSON.stringify(next))
  }
  const splitter = (side: Side, label: string) => (
    <Splitter
      key={`${side} line`}
      label={`Width of ${label}`}
      controls={`${base}-${side}`}
      now={widths[side]}
      most={mostOf(widths, side)}
      onKey={(key) => {
        const next = afterKey(widths, side, key)
        if (next !== undefined) resize(next)
        return next !== undefined
      }}
      onBack={() => resize(collapsed(widths, side))}
      onDrag={(x) => {
        const { left = 0, right = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {}
        const share = (side === 'input' ? x - left : right - x) / width
        resize(withWidth(widths, side, share * 100))
      }}
    />
  )
  return (
    <div ref={box} className="flex min-h-0 flex-1">
      {panes.map(({ id, label, panel }) => (
        <PaneAndLine key={id} line={id === 'settings' ? undefined : splitter(id, label)} isBefore={id === 'output'}>
          <section
            id={`${base}-${id}`}
            aria-label={label}
            hidden={id !== 'settings' && widths[id] === 0}
            className="flex min-w-0 flex-col gap-3 overflow-y-auto p-4"
            style={id === 'settings' ? { flex: '1 1 0' } : { flex: `0 0 ${widths[id]}%` }}
          >
            <div className="flex min-h-8 flex-wrap items-center gap-1">
              <h3 className="eyebrow me-auto">{label}</h3>
              {id === 'settings' ? null : (
                <Sizes label={label} onSize={(by) => resize(withWidth(widths, id, widths[id] + by))} />
              )}
            </div>
            {panel}
          </section>
        </PaneAndLine>
      ))}
    </div>
  )
}

const BY = 5

/** What dragging its line does, for those who click. */
const Sizes = ({ label, onSize }: { readonly label: string; readonly onSize: (by: number) => void }) => (
  <>
    <IconButton icon={Minus} size="dense" aria-label={`${label}: narrower`} onClick={() => onSize(-BY)} />
    <IconButton icon={Plus} size="dense" aria-label={`${label}: wider`} onClick={() => onSize(BY)} />
  </>
)

/** The line of a pane is on its inner side. */
const PaneAndLine = ({ line, isBefore, children }: { line: ReactNode; isBefore: boolean; children: ReactNode }) => (
  <>
    {isBefore ? line : null}
    {children}
    {isBefore ? null : line}
  </>
)

interface SplitterProps {
  readonly label: string
  readonly controls: string
  readonly now: number
  readonly most: number
  readonly onKey: (key: string) => boolean
  readonly onDrag: (x: number) => void
  /** Shows a pane again that is out of sight. */
  readonly onBack: () => void
}

const Splitter = ({ label, controls, now, most, onKey, onDrag, onBack }: SplitterProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
  <div
    role="separator"
    aria-orientation="vertical"
    aria-label={label}
    aria-controls={controls}
    aria-valuenow={Math.round(now)}
    aria-valuemin={0}
    aria-valuemax={Math.round(most)}
    tabIndex={0}
    onKeyDown={(event: KeyboardEvent) => {
      if (onKey(event.key)) event.preventDefault()
    }}
    onClick={() => (now === 0 ? onBack() : undefined)}
    onPointerDown={(event: PointerEvent) => event.currentTarget.setPointerCapture(event.pointerId)}
    onPointerMove={(event: PointerEvent) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(event.clientX)
    }}
    title={now === 0 ? 'Show the pane that is put away' : undefined}
    className={classNames(
      'relative shrink-0 cursor-col-resize touch-none after:absolute after:inset-y-0 after:-inset-x-1.5 hover:bg-accent focus-visible:bg-accent',
      // Something to see and to press where a pane was put away.
      now === 0 ? 'w-3 border-x border-line bg-sunken' : 'w-px bg-line',
    )}
  />
)
