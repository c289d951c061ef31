import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Theme } from '#src/lib/theme.ts'
import { setTheme } from './theme.ts'

/** What was chosen since the page was rendered; every place that shows the theme follows it. */
let chosen: Theme | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const choose = (theme: Theme): void => {
  chosen = theme
  setTheme(theme)
  for (const listener of listeners) listener()
}

/** The theme of this browser, and what changes it at once. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const rendered = useRouteLoaderData<{ theme: Theme }>('root')?.theme ?? 'system'
  const theme = useSyncExternalStore(
    subscribe,
    () => chosen ?? rendered,
    () => rendered,
  )
  return [theme, choose]
}
