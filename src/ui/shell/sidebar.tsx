import { type LucideIcon, PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { isTextEditor } from '../is-text-editor.ts'
import { Kbd } from '../kbd.tsx'
import { useModal } from '../use-modal.ts'
import { Logo } from './logo.tsx'
import { sidebarCookie } from './sidebar-state.ts'

export interface NavItem {
  label: string
  icon: LucideIcon
  /** A link; without it `onSelect` acts (Log out). */
  to?: string
  /** Current only at exactly this address. */
  end?: boolean
  /** Current only with the same query, for two items of one address. */
  exactQuery?: boolean
  onSelect?: () => void
}
export interface NavGroup {
  heading: string
  items: readonly NavItem[]
}

/** State of the rail: starts as the server rendered it, Ctrl/Cmd+B toggles, a cookie keeps it for 7 days. */
export function useSidebar(startsCollapsed: boolean) {
  const [collapsed, setCollapsed] = useState(startsCollapsed)
  const change = (next: boolean) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
    document.cookie = sidebarCookie(next)
    setCollapsed(next)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (event.defaultPrevented || isTextEditor(event.target)) return
      event.preventDefault()
      change(!collapsed)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return [collapsed, change] as const
}

const ROW =
  'relative flex min-h-9 w-full items-center gap-3 rounded-6 px-2.5 py-1 text-start text-14 text-text-2 ' +
  'transition-colors hover:bg-hover hover:text-text pointer-coarse:min-h-11 ' +
  'aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-text ' +
  'aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-2 aria-[current=page]:before:start-0 ' +
  'aria-[current=page]:before:border-s-2 aria-[current=page]:before:border-accent'

function Row({ item, rail }: { item: NavItem; rail: boolean }) {
  const { icon: Icon, label, to, end = false, exactQuery = false, onSelect } = item
  const { pathname, search } = useLocation()
  const body = (
    <>
      <Icon size={20} />
      <span className={rail ? 'sr-only' : 'min-w-0'}>{label}</span>
    </>
  )
  const className = classNames(ROW, rail && 'justify-center px-0')
  const title = rail ? label : undefined
  if (to === undefined)
    return (
      <button type="button" title={title} className={className} onClick={onSelect}>
        {body}
      </button>
    )
  const isCurrent = exactQuery ? to === pathname + search : to === pathname || (!end && pathname.startsWith(`${to}/`))
  return (
    <Link
      to={to}
      prefetch="intent"
      title={title}
      className={className}
      onClick={onSelect}
      {...(isCurrent && { 'aria-current': 'page' as const })}
    >
      {body}
    </Link>
  )
}

const Groups = ({ groups, rail = false }: { groups: readonly NavGroup[]; rail?: boolean }) =>
  groups.map(({ heading, items }) => (
    <section
      key={heading}
      className={classNames(
        'flex flex-col gap-0.5',
        rail ? 'not-first:mt-2 not-first:border-t not-first:border-line not-first:pt-2' : 'not-first:mt-5',
      )}
    >
      <h2 className={rail ? 'sr-only' : 'eyebrow px-2.5 pb-1 font-normal'}>{heading}</h2>
      <ul className="flex flex-col gap-0.5">
        {items.map((item) => (
          <li key={item.label}>
            <Row item={item} rail={rail} />
          </li>
        ))}
      </ul>
    </section>
  ))

interface SidebarProps {
  groups: readonly NavGroup[]
  collapsed: boolean
  onCollapsedChange: (collapsed: boolean) => void
}

/** From 768 px on. Collapsed it is a rail of icons that keep their names. Below, and with scripts off, it is in the flow. */
export function Sidebar({ groups, collapsed, onCollapsedChange }: SidebarProps) {
  const label = collapsed ? 'Expand' : 'Collapse'
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose
  return (
    <aside
      data-collapsed={collapsed}
      className={classNames(
        'hidden border-e border-line bg-canvas noscript:block md:sticky md:top-14 md:block md:h-[calc(100dvh-3.5rem)] md:self-start',
        collapsed ? 'md:w-15' : 'md:w-60',
      )}
    >
      <div className="flex h-full flex-col">
        <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto p-3">
          <Groups groups={groups} rail={collapsed} />
        </nav>
        <div className="border-t border-line p-3 noscript:hidden">
          <button
            type="button"
            title={`${label} sidebar`}
            aria-expanded={!collapsed}
            onClick={() => onCollapsedChange(!collapsed)}
            className={classNames(ROW, collapsed && 'justify-center px-0')}
          >
            <Icon size={20} />
            <span className={collapsed ? 'sr-only' : 'flex-1'}>
              {label}
              <span className="sr-only"> sidebar</span>
            </span>
            {collapsed ? null : (
              <span aria-hidden="true">
                <Kbd keys={['Ctrl', 'B']} />
              </span>
            )}
          </button>
        </div>
      </div>
    </aside>
  )
}

interface DrawerProps {
  groups: readonly NavGroup[]
  open: boolean
  onClose: () => void
}

/** Below 768 px: the same links in a modal drawer. */
export function SidebarDrawer({ groups, open, onClose }: DrawerProps) {
  const dialog = useModal(open)
  const closing = groups.map((group) => ({
    ...group,
    items: group.items.map((item) => ({
      ...item,
      onSelect: () => {
        onClose()
        item.onSelect?.()
      },
    })),
  }))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape is its key
    <dialog
      ref={dialog}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="drawer-panel"
    >
      {open ? (
        <div className="flex min-h-full flex-col">
          <div className="flex h-14 items-center justify-between border-b border-line px-4">
            <Logo />
            <IconButton icon={X} aria-label="Close menu" data-autofocus onClick={onClose} />
          </div>
          <nav aria-label="Main" className="p-3">
            <Groups groups={closing} />
          </nav>
        </div>
      ) : null}
    </dialog>
  )
}
