import { ChevronRight } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useId, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { type JsonPath, keyOf } from './json-paths.ts'
import type { TreeRow } from './json-rows.ts'
import { SCROLLER, useWindow } from './use-window.ts'
import { movedBy } from './visible-window.ts'

interface TreeRowsProps {
  readonly label: string
  readonly rows: readonly TreeRow[]
  /** The row that the tools act on. */
  readonly chosen: JsonPath
  readonly onChoose: (path: JsonPath) => void
  readonly onToggle: (key: string) => void
  readonly onDrag: (event: DragEvent, path: JsonPath) => void
  readonly onEnter: () => void
}

/** A value or its schema, line by line; arrows walk, open and shut it. */
export function TreeRows({ label, rows, chosen, onChoose, onToggle, onDrag, onEnter }: TreeRowsProps) {
  const base = useId()
  const box = useRef<HTMLDivElement>(null)
  const chosenKey = keyOf(chosen)
  const active = Math.max(
    0,
    rows.findIndex(({ key }) => key === chosenKey),
  )
  const { indexes, before, after, page, isSeen } = useWindow(box, { count: rows.length, active })
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active]
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const next = rows[movedBy(event.key, active, rows.length, page) ?? -1]
    const parent = rows.slice(0, active).findLast(({ depth }) => depth < row.depth)
    if (next !== undefined) onChoose(next.path)
    else if (event.key === 'ArrowRight' && row.open === false) onToggle(row.key)
    else if (event.key === 'ArrowLeft' && row.open) onToggle(row.key)
    else if (event.key === 'ArrowLeft' && parent !== undefined) onChoose(parent.path)
    else if (event.key === 'Enter') onEnter()
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={box}
      role="tree"
      aria-label={label}
      aria-activedescendant={isSeen ? `${base}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className={SCROLLER}
    >
      <div role="presentation" style={{ height: before }} />
      {indexes.map((index) => {
        const row = rows[index]
        return row === undefined ? null : (
          <TreeLine
            key={row.key}
            id={`${base}-${index}`}
            row={row}
            isActive={index === active}
            onChoose={() => onChoose(row.path)}
            onToggle={() => onToggle(row.key)}
            onDrag={(event) => onDrag(event, row.path)}
            onEnter={onEnter}
          />
        )
      })}
      <div role="presentation" style={{ height: after }} />
    </div>
  )
}

/** Written out because the style sheet is made from what the source says. */
const INDENTS = ['ps-2', 'ps-6', 'ps-10', 'ps-14', 'ps-18', 'ps-22', 'ps-26', 'ps-30']
const TONES = {
  text: 'text-ok',
  number: 'text-accent-text',
  boolean: 'text-warn',
  null: 'text-text-3',
  list: 'text-text-2',
  object: 'text-text-2',
} as const

interface TreeLineProps {
  readonly id: string
  readonly row: TreeRow
  readonly isActive: boolean
  readonly onChoose: () => void
  readonly onToggle: () => void
  readonly onDrag: (event: DragEvent) => void
  readonly onEnter: () => void
}

const TreeLine = ({ id, row, isActive, onChoose, onToggle, onDrag, onEnter }: TreeLineProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the active line
  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's
  <div
    id={id}
    role="treeitem"
    aria-level={row.depth + 1}
    aria-expanded={row.open}
    aria-selected={isActive}
    draggable
    onDragStart={onDrag}
    onClick={onChoose}
    onDoubleClick={row.open === undefined ? onEnter : onToggle}
    className={classNames(
      'flex h-7 w-max min-w-full cursor-grab items-center gap-1 pe-3 whitespace-pre pointer-coarse:h-11',
      INDENTS[Math.min(row.depth, INDENTS.length - 1)],
      isActive ? 'bg-accent-soft' : 'hover:bg-hover',
    )}
  >
    {row.open === undefined ? (
      <span className="w-5 shrink-0" />
    ) : (
      // biome-ignore lint/a11y/noStaticElementInteractions: arrows do it by keyboard
      // biome-ignore lint/a11y/useKeyWithClickEvents: arrows do it by keyboard
      <span onClick={onToggle} className="grid h-full w-5 shrink-0 cursor-default place-content-center text-text-2">
        <ChevronRight size={14} className={classNames('transition-[rotate] duration-90', row.open && 'rotate-90')} />
      </span>
    )}
    <span className="text-text">{row.name}</span>
    <span className={classNames('ps-2', row.kind === undefined ? 'text-text-2' : TONES[row.kind])}>{row.text}</span>
  </div>
)
