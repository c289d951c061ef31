import { Suspense, useState } from 'react'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import type { Theirs } from './draft-state.ts'
import { Notice } from './notices.web.tsx'

const GraphDiff = lazyPart(async () => (await import('../diff/graph-diff.web.tsx')).GraphDiff)

interface ConflictNoticeProps {
  readonly mine: Graph
  readonly theirs: Theirs
  readonly busy: boolean
  readonly onTakeOver: () => void
  readonly onUseTheirs: () => void
  readonly onKeepCopy: () => void
}

/** Two people, or two tabs, changed the same steps of one draft. Whatever is chosen, neither is lost. */
export function ConflictNotice({ mine, theirs, busy, onTakeOver, onUseTheirs, onKeepCopy }: ConflictNoticeProps) {
  const [isComparing, setComparing] = useState(false)
  const ways = (
    <>
      <Button variant="primary" onClick={onTakeOver}>
        Take over with mine
      </Button>
      <Button busy={busy} onClick={onKeepCopy}>
        Save mine as a copy
      </Button>
      <Button onClick={onUseTheirs}>Use what was saved elsewhere</Button>
    </>
  )
  return (
    <Notice title="This workflow was changed elsewhere since you opened it">
      <p className="text-14">
        Both have changed the same steps, so your changes are still here, but not saved. If you take over, what was
        saved elsewhere stays in the list of versions; if you use it, undo brings yours back.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setComparing(true)}>View the difference</Button>
        {ways}
      </div>
      <Dialog open={isComparing} onClose={() => setComparing(false)} title="What was changed" size="wide" footer={ways}>
        <Suspense fallback={<RowSkeletons count={2} label="Comparing…" />}>
          <div className="grid items-start gap-5 md:grid-cols-2">
            <section className="flex min-w-0 flex-col gap-2">
              <h3 className="text-14">What you changed</h3>
              <GraphDiff before={theirs.base} after={mine} label="What you changed" />
            </section>
            <section className="flex min-w-0 flex-col gap-2">
              <h3 className="text-14">What was changed elsewhere</h3>
              <GraphDiff before={theirs.base} after={theirs.graph} label="What was changed elsewhere" />
            </section>
          </div>
        </Suspense>
      </Dialog>
    </Notice>
  )
}
