import { Check, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'
import { roved, typedAhead } from './roving.ts'

export interface MenuItem {
  label: string
  icon?: LucideIcon
  /** A link leads on; otherwise `onSelect` acts. */
  to?: string
  onSelect?: () => void
  /** Makes it one of a choice (menuitemradio). */
  checked?: boolean
  danger?: boolean
  /** Draws a line above. */
  startsGroup?: boolean
}

/** What the button that opens the menu must carry. */
export interface MenuTriggerProps {
  popoverTarget: string
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void
}

export interface MenuProps {
  label: string
  items: readonly MenuItem[]
  trigger: (props: MenuTriggerProps) => ReactNode
  /** Which edge of the button it shares. */
  align?: 'start' | 'end'
  /** Its code came because somebody pressed the button. */
  opensAtOnce?: boolean
}

const TYPING_PAUSE_MS = 500

const ITEM =
  'flex min-h-8 w-full items-center gap-2.5 rounded-6 px-2.5 py-1 text-start text-14 outline-none ' +
  'hover:bg-hover focus-visible:bg-accent-soft focus-visible:outline-2 focus-visible:-outline-offset-2 ' +
  'focus-visible:outline-ring pointer-coarse:min-h-11'

/** Opens by click even before scripts run; arrows, Home, End and typed letters move, Escape returns the focus. */
export function Menu({ label, items, trigger, align = 'end', opensAtOnce = false }: MenuProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const opensAtEnd = useRef(false)
  const typed = useRef({ text: '', at: 0 })
  const [open, setOpen] = useState(false)

  useEffect(() => {
    // By its button, which stands before it: only then does it open beside that.
    if (opensAtOnce) (panel.current?.previousElementSibling as HTMLElement | null)?.click()
  }, [opensAtOnce])
  const entries = () => [...(panel.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
  const focusAt = (index: number | undefined) => {
    if (index !== undefined) entries()[index]?.focus()
  }
  const onToggle = (event: ToggleEvent) => {
    const isOpen = event.newState === 'open'
    setOpen(isOpen)
    if (!isOpen) return
    // Every public page would carry its code; without a connection a menu is as long as it is.
    void import('./fit-beside.ts').then(({ fitBeside }) => fitBeside(panel.current), Boolean)
    const chosen = items.findIndex((item) => item.checked)
    focusAt(opensAtEnd.current ? items.length - 1 : Math.max(chosen, 0))
    opensAtEnd.current = false
  }
  const onTriggerKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    opensAtEnd.current = event.key === 'ArrowUp'
    event.currentTarget.click()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = entries().indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Tab') return panel.current?.hidePopover()
    const next = roved(event.key, at, items.length) ?? typeAhead(event, at)
    if (next === undefined) return
    event.preventDefault()
    focusAt(next)
  }
  const typeAhead = ({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent, at: number) => {
    if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined
    const goesOn = timeStamp - typed.current.at < TYPING_PAUSE_MS
    typed.current = { text: (goesOn ? typed.current.text : '') + key, at: timeStamp }
    return typedAhead(
      items.map((item) => item.label),
      typed.current.text,
      at,
    )
  }
  const choose = (item: MenuItem) => {
    // First hidden, so that the focus is back on the button before a dialog remembers where it came from.
    panel.current?.hidePopover()
    item.onSelect?.()
  }
  return (
    <>
      {trigger({ popoverTarget: id, 'aria-haspopup': 'menu', 'aria-expanded': open, onKeyDown: onTriggerKey })}
      <div
        ref={panel}
        id={id}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        popover="auto"
        onToggle={onToggle}
        onKeyDown={onKeyDown}
        className={classNames('popover-panel min-w-44 p-1', align === 'start' && 'popover-from-start')}
      >
        {items.map((item) => (
          <Entry key={item.label} item={item} onChoose={() => choose(item)} />
        ))}
      </div>
    </>
  )
}

function Entry({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  const { icon: Icon, label, to, checked, danger, startsGroup } = item
  const className = classNames(ITEM, danger && 'text-bad', startsGroup && 'mt-1 border-t border-line rounded-t-none')
  const body = (
    <>
      {Icon ? <Icon size={16} className={danger ? '' : 'text-text-2'} /> : null}
      <span className="flex-1">{label}</span>
      {checked ? <Check size={16} className="text-accent-text" /> : null}
    </>
  )
  if (to !== undefined)
    return (
      <Link to={to} role="menuitem" tabIndex={-1} className={className} onClick={onChoose}>
        {body}
      </Link>
    )
  return (
    <button
      type="button"
      tabIndex={-1}
      {...(checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked })}
      className={className}
      onClick={onChoose}
    >
      {body}
    </button>
  )
}
