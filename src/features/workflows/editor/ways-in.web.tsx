import { ClipboardPaste, FileUp, Zap } from 'lucide-react'
import { useState } from 'react'
import { nextFree } from '#src/lib/graph/add.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { ImportWorkflow } from '../files/import-workflow.web.tsx'
import { PasteDialog } from './paste-dialog.web.tsx'
import type { Gestures } from './use-gestures.web.tsx'

interface WaysInProps {
  readonly graph: Graph
  readonly gestures: Gestures
  readonly onTrigger: () => void
}

/** How a workflow can begin, for as long as it has nothing but its beginning. */
export function WaysIn({ graph, gestures, onTrigger }: WaysInProps) {
  const [asking, setAsking] = useState<'paste' | 'import'>()
  const close = () => setAsking(undefined)
  return (
    <section
      aria-label="Ways to begin"
      className="mx-auto flex w-fit max-w-full flex-col gap-3 rounded-10 border border-line bg-surface p-4 shadow-2"
    >
      <div>
        <h2 className="text-16">How does it begin?</h2>
        <p className="text-14 text-text-2">Choose what starts the workflow, or bring steps that are there already.</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon={Zap} onClick={onTrigger}>
          Choose what starts it
        </Button>
        <Button icon={ClipboardPaste} onClick={() => setAsking('paste')}>
          Paste steps
        </Button>
        <Button icon={FileUp} onClick={() => setAsking('import')}>
          Import a file
        </Button>
      </div>
      {asking === 'paste' ? (
        <PasteDialog onClose={close} onPaste={(text) => gestures.paste(text, nextFree(graph))} />
      ) : null}
      <ImportWorkflow from={asking === 'import' ? 'fettle' : undefined} onClose={close} onSteps={gestures.takeOver} />
    </section>
  )
}
