import { toast } from '#src/client/toasts.ts'
import { CopyButton } from '#src/ui/copy-button.tsx'
import { ScrollBox } from '#src/ui/scroll-box.tsx'

interface LongTextProps {
  readonly label: string
  readonly text: string
  /** Characters that are drawn. */
  readonly shown: number
}

/** The beginning of a text; the clipboard takes all of it. */
export const LongText = ({ label, text, shown }: LongTextProps) => (
  <figure className="flex min-w-0 flex-col gap-1">
    <figcaption className="flex flex-wrap items-center justify-between gap-2 text-13 text-text-2">
      <span>
        {label}: the first {shown.toLocaleString('en')} of {text.length.toLocaleString('en')} characters
      </span>
      <CopyButton
        text={text}
        label="Copy all"
        of={label}
        onCopied={() => toast({ kind: 'success', title: 'Copied to clipboard' })}
      />
    </figcaption>
    <ScrollBox label={label} className="max-h-96 rounded-6 border border-line bg-sunken">
      <pre className="w-max min-w-full p-3 font-mono text-13">{text.slice(0, shown)}</pre>
    </ScrollBox>
  </figure>
)
