import { type ComponentProps, type ComponentType, type MouseEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { toast } from '#src/client/toasts.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import type { SignInDialog } from './sign-in-dialog.web.tsx'

type Dialog = ComponentType<ComponentProps<typeof SignInDialog>>

/** Opens the dialog; without scripts, in a new tab and on /auth itself it is the link that it looks like. */
export function SignInLink() {
  const { pathname } = useLocation()
  const [Dialog, setDialog] = useState<Dialog>()
  const [open, setOpen] = useState(false)
  const show = async () => {
    try {
      const loaded = await import('./sign-in-dialog.web.tsx')
      setDialog(() => loaded.SignInDialog)
      setOpen(true)
    } catch {
      const action = { label: 'Sign-in page', href: '/auth' }
      toast({ kind: 'error', title: 'The form did not load', description: 'There is a page for it too.', action })
    }
  }
  const ask = (event: MouseEvent) => {
    if (pathname === '/auth' || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void show()
  }
  return (
    <>
      <ButtonLink to="/auth" onClick={ask}>
        Sign in
      </ButtonLink>
      {Dialog ? <Dialog open={open} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
