import { CopyButton } from './copy-button.tsx'
import { ScrollBox } from './scroll-box.tsx'

interface CodeBlockProps {
  code: string
  /** Names it: 'curl', 'Result'. */
  label: string
}

/** Code as it is, scrolling sideways by keyboard too, with one click to copy it. */
export const CodeBlock = ({ code, label }: CodeBlockProps) => (
  <figure className="overflow-hidden rounded-6 border border-line bg-sunken">
    <figcaption className="flex items-center justify-between gap-2 border-b border-line py-1 pe-1 ps-3">
      <span className="eyebrow min-w-0 [overflow-wrap:anywhere]">{label}</span>
      <CopyButton text={code} of={label} variant="ghost" />
    </figcaption>
    <ScrollBox label={label} className="max-h-96 focus-visible:-outline-offset-2">
      <pre dir="ltr" className="w-max min-w-full p-3 font-mono text-13">
        <code>{code}</code>
      </pre>
    </ScrollBox>
  </figure>
)
