/** 'system' follows the operating system; the server then renders no data-theme. */
export type Theme = 'light' | 'dark' | 'system'

const THEMES: readonly Theme[] = ['light', 'dark', 'system']
const YEAR_S = 365 * 24 * 60 * 60

/** The canvas of each theme for <meta name="theme-color">, which takes no custom properties. */
export const THEME_COLORS = { light: '#fbfaf7', dark: '#0d1416' }

/** The choice in a Cookie header or in document.cookie; anything unknown is 'system'. */
export function readTheme(cookieHeader: string | null | undefined): Theme {
  const value = /(?:^|;\s*)theme=([^;]*)/.exec(cookieHeader ?? '')?.[1]
  return THEMES.find((theme) => theme === value) ?? 'system'
}

/** The theme that a frame asks for: `?theme=dark`; anything else is 'system'. */
export function themeIn(query: unknown): Theme {
  const wanted = typeof query === 'object' && query !== null && 'theme' in query ? query.theme : undefined
  return THEMES.find((theme) => theme === wanted) ?? 'system'
}

/** Value of the data-theme attribute of <html>. */
export const dataTheme = (theme: Theme): 'light' | 'dark' | undefined => (theme === 'system' ? undefined : theme)

/** The Set-Cookie text that keeps a choice for a year. */
export const themeCookie = (theme: Theme): string => `theme=${theme}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`
