import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** After a client navigation: focus on the h1, and the title said once. The first load is left to the browser. */
export function RouteAnnouncer() {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setTitle(document.title)
    // A hash names its own target; the router scrolls there.
    if (hash === '') document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true })
  }, [pathname, hash])
  return (
    <div aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </div>
  )
}
