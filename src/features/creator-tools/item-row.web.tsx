import { ArrowDown, ArrowUp, ChevronRight, CircleAlert, GripVertical, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import type { useDragOrder } from '#src/ui/use-drag-order.ts'

interface ItemRowProps {
  /** What it is called in the labels of its buttons. */
  readonly name: string
  readonly title: ReactNode
  readonly detail: ReactNode
  readonly at: number
  readonly count: number
  readonly startsOpen: boolean
  /** It has just been added by hand. */
  readonly takesFocus: boolean
  readonly problem: string | undefined
  /** Whether its form says that itself, at the field that it is about. */
  readonly saysProblem: boolean
  readonly onMove: (by: -1 | 1) => void
  /** Of the list. */
  readonly order: ReturnType<typeof useDragOrder>
  readonly onRemove: () => void
  readonly children: ReactNode
}

/** An input, an output or an example: closed a line, open its form. */
export function ItemRow(props: ItemRowProps) {
  const form = useRef<HTMLDivElement>(null)
  const { takesFocus, at, order } = props
  useEffect(() => {
    if (!takesFocus) return
    const first = form.current?.querySelector('input')
    first?.focus()
    first?.select()
  }, [takesFocus])
  return (
    <li
      {...order.target(at)}
      className={classNames(
        'relative rounded-10 border bg-surface',
        order.isOver(at) ? 'border-accent' : 'border-line',
        order.isDragged(at) && 'opacity-60',
      )}
    >
      <details open={props.startsOpen} className="group">
        <summary className="flex min-h-12 list-none items-center gap-2 rounded-10 py-2 ps-3 pe-32 hover:bg-hover [&::-webkit-details-marker]:hidden">
          {props.count === 1 ? null : (
            <span {...order.handle(at, props.name)} className="cursor-grab text-text-3 pointer-coarse:hidden">
              <GripVertical size={16} />
            </span>
          )}
          <ChevronRight size={16} className="shrink-0 text-text-2 group-open:rotate-90" />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
            <span className="min-w-0 truncate text-14 font-medium">{props.title}</span>
            <span className="meta-line min-w-0 truncate">{props.detail}</span>
          </span>
          {props.problem === undefined ? null : (
            <span className="text-bad" title={props.problem}>
              <CircleAlert size={16} />
              <span className="sr-only">{props.problem}</span>
            </span>
          )}
        </summary>
        <div ref={form} className="flex flex-col gap-4 border-t border-line p-4">
          {props.problem === undefined || props.saysProblem ? null : (
            <p className="text-13 font-medium text-bad">{props.problem}</p>
          )}
          {props.children}
        </div>
      </details>
      <span className="absolute end-2 top-1.5 flex gap-0.5">
        <IconButton
          icon={ArrowUp}
          size="dense"
          aria-label={`Move ${props.name} up`}
          aria-disabled={props.at === 0}
          onClick={() => props.onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          size="dense"
          aria-label={`Move ${props.name} down`}
          aria-disabled={props.at === props.count - 1}
          onClick={() => props.onMove(1)}
        />
        <IconButton icon={Trash2} size="dense" aria-label={`Remove ${props.name}`} onClick={props.onRemove} />
      </span>
    </li>
  )
}
