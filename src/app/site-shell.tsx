import {
  Bell,
  Bookmark,
  Code2,
  Compass,
  Inbox,
  LayoutDashboard,
  LogIn,
  LogOut,
  Mail,
  Settings,
  ShieldCheck,
  User,
  Wallet,
  Workflow,
  Wrench,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useRevalidator, useRouteLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { forgetWhatIsLeft } from '#src/client/left-here.ts'
import type { SignedInUser } from '#src/client/request-context.ts'
import { toast, toasts } from '#src/client/toasts.ts'
import { useTheme } from '#src/client/use-theme.ts'
import type { accountsContract } from '#src/features/accounts/accounts.schema.ts'
import { FreshSignInHost } from '#src/features/accounts/fresh-sign-in-host.web.tsx'
import { SignInLink } from '#src/features/accounts/sign-in-link.web.tsx'
import { useAccountNotifications } from '#src/features/notifications/account-notifications.web.tsx'
import { OfflineHost } from '#src/features/offline/offline-host.web.tsx'
import { PaletteHost } from '#src/features/palette/palette-host.web.tsx'
import { isAdmin } from '#src/lib/roles.ts'
import { NotificationTray } from '#src/ui/notification-tray.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { AppShell } from '#src/ui/shell/app-shell.tsx'
import type { FooterColumn } from '#src/ui/shell/footer.tsx'
import type { NavGroup, NavItem } from '#src/ui/shell/sidebar.tsx'
import { ThemeSwitch } from '#src/ui/shell/theme-switch.tsx'
import { Toaster } from '#src/ui/toaster.tsx'
import { LeavingNotice } from './leaving-notice.tsx'
import type { loader } from './root.tsx'

function useLogOut() {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return async () => {
    try {
      await api<typeof accountsContract.logout>('POST', '/api/logout', {})
      // The next person at this browser has nothing to read here.
      toasts.clear()
      forgetWhatIsLeft()
      await navigate('/')
      // A run of the page that was left may have been kept meanwhile.
      forgetWhatIsLeft()
      await revalidate()
    } catch (error) {
      toast({ kind: 'error', title: 'Logout failed', description: toApiError(error).message, destructive: true })
    }
  }
}

/** A session that ended in another way takes along what its person left, as soon as a page notices. */
function useForgetting(viewerId: string | null | undefined): void {
  const before = useRef(viewerId)
  useEffect(() => {
    // A page that failed knows nothing of who is looking.
    if (viewerId === undefined) return
    if (before.current && before.current !== viewerId) forgetWhatIsLeft()
    before.current = viewerId
  }, [viewerId])
}

function groupsFor(viewer: SignedInUser | null, pages: FooterColumn['links'], logOut: () => void): NavGroup[] {
  const browse: NavItem[] = [
    { label: 'Explore', icon: Compass, to: '/explore' },
    { label: 'Tools', icon: Wrench, to: '/tools' },
    { label: 'Workflows', icon: Workflow, to: '/workflows' },
  ]
  if (viewer !== null) browse.unshift({ label: 'Dashboard', icon: LayoutDashboard, to: '/dashboard' })
  const account: NavItem[] =
    viewer === null
      ? [
          { label: 'Sign in', icon: LogIn, to: '/auth', exactQuery: true },
          { label: 'Create account', icon: User, to: '/auth?mode=register', exactQuery: true },
        ]
      : [
          { label: 'Profile', icon: User, to: '/settings#profile' },
          { label: 'Settings', icon: Settings, to: '/settings' },
          { label: 'Email Preferences', icon: Bell, to: '/email-preferences' },
          { label: 'Billing History', icon: Wallet, to: '/billing' },
          { label: 'Purchases', icon: Bookmark, to: '/purchases' },
          { label: 'Earnings', icon: Inbox, to: '/earnings' },
          { label: 'Support', icon: Mail, to: '/support' },
          ...(isAdmin(viewer.role) ? [{ label: 'Admin Dashboard', icon: ShieldCheck, to: '/admin' }] : []),
          { label: 'Log out', icon: LogOut, onSelect: logOut },
        ]
  return [
    { heading: 'Browse', items: browse },
    { heading: 'Account', items: account },
    { heading: 'Developers', items: pages.map((page) => ({ ...page, icon: Code2 })) },
  ]
}

/** Header, sidebar and footer around every page, for the person who is looking. */
export function SiteShell({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const [theme, chooseTheme] = useTheme()
  const { pathname } = useLocation()
  const logOut = useLogOut()
  const viewer = data?.viewer ?? null
  useForgetting(data && (data.viewer?.id ?? null))
  const { unread, said, section } = useAccountNotifications(viewer?.id, data?.unreadNotifications ?? 0)
  const groups = groupsFor(viewer, data?.developerPages ?? [], () => void logOut())
  return (
    <>
      <AppShell
        groups={groups}
        footer={data?.footer ?? []}
        footerNote={data?.footerNote}
        searchTo="/explore"
        startsCollapsed={data?.sidebarCollapsed ?? false}
        search={pathname === '/explore' ? null : <SearchForm action="/explore" label="Search tools" takesSlash />}
        actions={
          <>
            <ThemeSwitch theme={theme} onChange={chooseTheme} />
            <NotificationTray source={toasts} unread={unread} said={said} account={section} />
            {viewer === null ? <SignInLink /> : null}
          </>
        }
      >
        {data?.notice ? <p className="border-b border-line bg-warn-soft px-4 py-2 md:px-8">{data.notice}</p> : null}
        <LeavingNotice dueAt={viewer?.deletionDueAt ?? null} />
        {children}
      </AppShell>
      <Toaster source={toasts} />
      <FreshSignInHost />
      <OfflineHost />
      <PaletteHost groups={groups} isSignedIn={viewer !== null} />
    </>
  )
}
