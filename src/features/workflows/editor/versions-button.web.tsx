import { GitCompare } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import type { VersionsProps } from '../files/versions.web.tsx'
import type { Workflow } from '../workflows.schema.ts'
import type { Draft } from './draft.ts'

const Versions = lazyPart<VersionsProps>(async () => (await import('../files/versions.web.tsx')).Versions)

/** Versions are compared with the draft that the server has, so it gets this one first. */
export function VersionsButton({ workflow, draft }: { readonly workflow: Workflow; readonly draft: Draft }) {
  /** Undefined until it is opened for the first time. */
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <>
      <Button
        variant="ghost"
        size="dense"
        icon={GitCompare}
        title="Versions"
        onClick={() => void draft.flush().then(() => setOpen(true))}
      >
        <span className="@max-[88rem]:sr-only">Versions</span>
      </Button>
      {isOpen === undefined ? null : (
        <Suspense fallback={null}>
          <Versions workflow={isOpen ? workflow : undefined} draft={draft} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
