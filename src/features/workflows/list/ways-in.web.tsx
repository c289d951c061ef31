import { ClipboardPaste, FilePlus2, type LucideIcon, Workflow } from 'lucide-react'
import { Button } from '#src/ui/button.tsx'

interface WaysInProps {
  readonly onBlank: () => void
  readonly onImport: (from: 'fettle' | 'n8n') => void
}

/** Nothing here yet: three ways to begin, none of them longer than a minute. */
export const WaysIn = ({ onBlank, onImport }: WaysInProps) => (
  <section aria-labelledby="ways-in" className="bench-grid rounded-10 border border-dashed border-line-strong p-6">
    <div className="mx-auto flex max-w-4xl flex-col gap-5">
      <div className="flex w-fit flex-col gap-1 bg-canvas pe-2">
        <h2 id="ways-in" className="text-18">
          No workflows yet
        </h2>
        <p className="text-14 text-text-2">A workflow does its steps one after the other when something happens.</p>
      </div>
      <ul className="grid gap-4 lg:grid-cols-3">
        <Way icon={FilePlus2} title="Begin with nothing" action="New workflow" primary onGo={onBlank}>
          Give it a name. It starts by hand; a webhook, a form or a schedule can take its place later.
        </Way>
        <Way
          icon={ClipboardPaste}
          title="Paste or import one"
          action="Import a workflow"
          onGo={() => onImport('fettle')}
        >
          From a file that was exported here, or from text that somebody sent you.
        </Way>
        <Way icon={Workflow} title="Bring one from n8n" action="Import from n8n" onGo={() => onImport('n8n')}>
          Its nodes and expressions are translated; what has no counterpart is listed for you.
        </Way>
      </ul>
    </div>
  </section>
)

interface WayProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly action: string
  readonly primary?: boolean
  readonly onGo: () => void
  readonly children: string
}

const Way = ({ icon: Icon, title, action, primary = false, onGo, children }: WayProps) => (
  <li className="flex flex-col items-start gap-2 rounded-10 border border-line bg-surface p-4 shadow-1">
    <Icon size={20} className="text-accent-text" />
    <h3 className="text-16">{title}</h3>
    <p className="mb-2 text-14 text-text-2">{children}</p>
    <Button variant={primary ? 'primary' : 'secondary'} className="mt-auto" onClick={onGo}>
      {action}
    </Button>
  </li>
)
