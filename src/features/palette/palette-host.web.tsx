import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { toast } from '#src/client/toasts.ts'
import { isModalOpen } from '#src/ui/is-modal-open.ts'
import { isTextEditor } from '#src/ui/is-text-editor.ts'
import type { NavGroup } from '#src/ui/shell/sidebar.tsx'

export interface PaletteProps {
  readonly groups: readonly NavGroup[]
  readonly isSignedIn: boolean
  readonly onClose: () => void
}

const load = (keep: (palette: () => ComponentType<PaletteProps>) => void) =>
  import('./palette.web.tsx').then(({ Palette }) => keep(() => Palette))

/**
 * Ctrl+K or ⌘K opens the palette, and so does / where no search field takes it. Its code comes with what is fetched for
 * later, or at the first use.
 */
export function PaletteHost({ groups, isSignedIn }: Omit<PaletteProps, 'onClose'>) {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>()
  const [open, setOpen] = useState(false)
  const show = useEffectEvent(async () => {
    try {
      // What is there already opens within the event of its key.
      if (!Palette) await load(setPalette)
      setOpen(true)
    } catch {
      toast({
        kind: 'error',
        title: 'The command palette did not load',
        description: 'Load the page again once you are online.',
      })
    }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
      // The other key of the shortcut follows in a moment.
      if (key === 'Control' || key === 'Meta') void load(setPalette).catch(() => undefined)
      const isShortcut = key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey
      // In a field of one line Control and K delete its rest on a Mac, and nothing elsewhere.
      const isFree =
        isShortcut && target instanceof HTMLInputElement && metaKey === navigator.userAgent.includes('Mac OS')
      const isTyped = isTextEditor(target) && !isFree
      if (event.defaultPrevented || !(isShortcut || isSlash) || isTyped) return
      if (isModalOpen()) return
      event.preventDefault()
      void show()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return Palette && open ? <Palette groups={groups} isSignedIn={isSignedIn} onClose={() => setOpen(false)} /> : null
}
