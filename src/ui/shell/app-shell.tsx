import { type ReactNode, useState } from 'react'
import { Footer, type FooterColumn } from './footer.tsx'
import { Header } from './header.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { type NavGroup, Sidebar, SidebarDrawer, useSidebar } from './sidebar.tsx'
import { MAIN_ID, SkipLink } from './skip-link.tsx'

export interface AppShellProps {
  groups: readonly NavGroup[]
  footer: readonly FooterColumn[]
  footerNote?: string | undefined
  /** From the cookie, so that the first paint is right (`readSidebarCollapsed`). */
  startsCollapsed: boolean
  search?: ReactNode
  /** Where the search link of small screens leads. */
  searchTo?: string
  actions?: ReactNode
  children: ReactNode
}

/** Skip link, bars, main and footer around every page. */
export function AppShell(props: AppShellProps) {
  const { groups, footer, footerNote, startsCollapsed, search, searchTo, actions, children } = props
  const [collapsed, setCollapsed] = useSidebar(startsCollapsed)
  const [drawer, setDrawer] = useState(false)
  return (
    <>
      <SkipLink />
      <RouteAnnouncer />
      <Header
        search={search}
        {...(searchTo === undefined ? {} : { searchTo })}
        actions={actions}
        onOpenMenu={() => setDrawer(true)}
      />
      <div className="flex flex-col-reverse md:flex-row">
        <Sidebar groups={groups} collapsed={collapsed} onCollapsedChange={setCollapsed} />
        <SidebarDrawer groups={groups} open={drawer} onClose={() => setDrawer(false)} />
        <div className="flex min-h-[calc(100dvh-3.5rem)] min-w-0 flex-1 flex-col">
          <main id={MAIN_ID} tabIndex={-1} className="peer flex flex-1 flex-col outline-none">
            {children}
          </main>
          <Footer columns={footer} {...(footerNote === undefined ? {} : { note: footerNote })} />
        </div>
      </div>
    </>
  )
}
