import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx'
import { copyText } from './copy-text.ts'
import { LiveRegion } from './live-region.tsx'

interface CopyButtonProps {
  /** The text, or what makes it at the time of the click. */
  text: string | (() => string)
  label?: string
  /** What is copied, for screen readers, where several stand together. */
  of?: string
  variant?: ButtonVariant
  size?: ButtonSize
  /** After the clipboard really took it. */
  onCopied?: () => void
}

type Outcome = 'idle' | 'copied' | 'refused'

const SHOWN_MS = 2000
const SAID: Record<Outcome, string> = {
  idle: '',
  copied: 'Copied to clipboard',
  refused: 'Your browser did not allow copying. Select the text and copy it by hand.',
}

/** Shows a tick only when the clipboard took the text. */
export function CopyButton({ text, label = 'Copy', of, variant, size = 'dense', onCopied }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>('idle')
  useEffect(() => {
    if (outcome === 'idle') return
    const timer = setTimeout(() => setOutcome('idle'), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    const done = await copyText(typeof text === 'string' ? text : text())
    setOutcome(done ? 'copied' : 'refused')
    if (done) onCopied?.()
  }
  return (
    <>
      <Button
        size={size}
        {...(variant && { variant })}
        icon={outcome === 'copied' ? Check : Copy}
        onClick={() => void copy()}
      >
        {/* Both words share one cell, so the width stays. */}
        <span className="grid *:[grid-area:1/1]">
          <span className={outcome === 'idle' ? '' : 'opacity-0'}>
            {label}
            {of ? <span className="sr-only"> {of}</span> : null}
          </span>
          <span aria-hidden="true" className={outcome === 'idle' ? 'opacity-0' : ''}>
            {outcome === 'refused' ? 'No' : 'Done'}
          </span>
        </span>
      </Button>
      <LiveRegion message={SAID[outcome]} />
    </>
  )
}
