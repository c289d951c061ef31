import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink } from '#src/ui/button.tsx'

const SignInDialog = lazy(async () => ({ default: (await import('./sign-in-dialog.web.tsx')).SignInDialog }))

/** Opens the dialog; without scripts, in a new tab and on /auth itself it is the link that it looks like. */
export function SignInLink() {
  const { pathname } = useLocation()
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const ask = (event: MouseEvent) => {
    if (pathname === '/auth' || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setAsked(true)
    setOpen(true)
  }
  return (
    <>
      <ButtonLink to="/auth" onClick={ask}>
        Sign in
      </ButtonLink>
      {asked ? (
        <Suspense>
          <SignInDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
