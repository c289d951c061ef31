import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { roved } from './roving.ts'

export interface Tab {
  id: string
  label: string
  /** Behind the label, such as a count. */
  mark?: ReactNode
  icon?: LucideIcon
  panel: ReactNode
}

interface TabsProps {
  /** Names the list of tabs. */
  label: string
  tabs: readonly Tab[]
  /** Controlled; without it the first tab starts. */
  selected?: string
  onSelect?: (id: string) => void
  /** manual: arrows move the focus, Enter or Space selects; for panels that cost something to show. */
  activation?: 'automatic' | 'manual'
}

/** Panels stay mounted; without scripts all of them are shown. */
export function Tabs({ label, tabs, selected, onSelect, activation = 'automatic' }: TabsProps) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState(tabs[0]?.id)
  const current = selected ?? own
  const select = (id: string) => {
    setOwn(id)
    onSelect?.(id)
  }
  // Whoever shows another panel from outside may hide what has the focus, which would be lost.
  useLayoutEffect(() => {
    const hides = [...(list.current?.parentElement?.children ?? [])].some(
      (part) => part.id !== `${base}-${current}` && part.role === 'tabpanel' && part.contains(document.activeElement),
    )
    if (hides) document.getElementById(`${base}-${current}-tab`)?.focus()
  }, [base, current])
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
    const next = roved(event.key, buttons.indexOf(document.activeElement as HTMLElement), tabs.length, 'horizontal')
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    buttons[next]?.focus()
    if (activation === 'automatic') select(tab.id)
  }
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex flex-wrap gap-x-1 border-b border-line noscript:hidden"
      >
        {tabs.map(({ id, label: name, mark, icon: Icon }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}-tab`}
            aria-controls={`${base}-${id}`}
            aria-selected={id === current}
            tabIndex={id === current ? 0 : -1}
            onClick={() => select(id)}
            className={classNames(
              '-mb-px inline-flex min-h-9 items-center gap-2 rounded-t-6 border-b-2 px-3 text-14 font-medium focus-visible:-outline-offset-2 pointer-coarse:min-h-11',
              id === current
                ? 'border-accent text-text forced-colors:border-[Highlight]'
                : 'border-transparent text-text-2 hover:text-text forced-colors:border-[Canvas]',
            )}
          >
            {Icon ? <Icon size={16} /> : null}
            {name}
            {mark}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel }) => (
        <div
          key={id}
          role="tabpanel"
          id={`${base}-${id}`}
          aria-labelledby={`${base}-${id}-tab`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel of plain text must be reachable after its tab
          tabIndex={0}
          // Not the hidden attribute: without scripts every panel is open.
          className={classNames('rounded-6 pt-4', id !== current && 'hidden noscript:block')}
        >
          {panel}
        </div>
      ))}
    </div>
  )
}
