import { ClipboardPaste } from 'lucide-react'
import { type ComponentProps, type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { isModalOpen } from '#src/ui/is-modal-open.ts'
import { isTextEditor } from '#src/ui/is-text-editor.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import type { PasteDialog } from './paste-dialog.web.tsx'

type Shown = ComponentType<ComponentProps<typeof PasteDialog>>

/** Text that is pasted anywhere on the page but in a field is answered with tools for it; a button does the same. */
export function PasteHost() {
  const [text, setText] = useState<string>()
  const [Shown, setShown] = useState<Shown>()
  const suggest = async (pasted: string) => {
    if (pasted.trim() === '') return
    try {
      const loaded = await import('./paste-dialog.web.tsx')
      setShown(() => loaded.PasteDialog)
      setText(pasted)
    } catch {
      toast({
        kind: 'error',
        title: 'The suggestions did not load',
        description: 'Load the page again once you are online.',
      })
    }
  }
  const onPasted = useEffectEvent((pasted: string) => void suggest(pasted))
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (isTextEditor(event.target) || isModalOpen()) return
      onPasted(event.clipboardData?.getData('text/plain') ?? '')
    }
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [])
  return (
    <>
      <PasteButton onText={(pasted) => void suggest(pasted)} />
      {Shown && text !== undefined ? <Shown text={text} onClose={() => setText(undefined)} /> : null}
    </>
  )
}

function PasteButton({ onText }: { onText: (text: string) => void }) {
  const read = async () => {
    const text = await navigator.clipboard?.readText().catch(() => undefined)
    if (text?.trim()) onText(text)
    else
      toast({
        kind: 'info',
        title: text === undefined ? 'Your browser keeps its clipboard closed' : 'There is no text in the clipboard',
        description: 'Paste on this page with Ctrl+V or ⌘V.',
      })
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-canvas pe-3 text-14 text-text-2 noscript:hidden">
      <Button size="dense" icon={ClipboardPaste} onClick={() => void read()}>
        Paste
      </Button>
      <span className="min-w-0">
        JSON, a token, a colour, a date … and see what can be done with it.{' '}
        <span className="pointer-coarse:hidden">
          Or press <Kbd keys={['Ctrl', 'K']} /> for any tool or page.
        </span>
      </span>
    </p>
  )
}
