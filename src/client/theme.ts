import { dataTheme, type Theme, themeCookie } from '#src/lib/theme.ts'

/** Applies a choice to the page at once and keeps it. */
export function setTheme(theme: Theme): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
  document.cookie = themeCookie(theme)
  const value = dataTheme(theme)
  if (value === undefined) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = value
}
