const WEEK_S = 7 * 24 * 60 * 60

/** Whether the sidebar was left collapsed, from a Cookie header or document.cookie. */
export const readSidebarCollapsed = (cookieHeader: string | null | undefined): boolean =>
  /(?:^|;\s*)sidebar_state=collapsed(?:;|$)/.test(cookieHeader ?? '')

/** The cookie text that keeps the state for 7 days. */
export const sidebarCookie = (collapsed: boolean): string =>
  `sidebar_state=${collapsed ? 'collapsed' : 'expanded'}; Path=/; Max-Age=${WEEK_S}; SameSite=Lax`
