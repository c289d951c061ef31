import { GitCompare } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Versions } from '../files/versions.web.tsx'
import type { Workflow } from '../workflows.schema.ts'
import type { Draft } from './draft.ts'

/** Versions are compared with the draft that the server has, so it gets this one first. */
export function VersionsButton({ workflow, draft }: { readonly workflow: Workflow; readonly draft: Draft }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="dense"
        icon={GitCompare}
        title="Versions"
        onClick={() => void draft.flush().then(() => setOpen(true))}
      >
        <span className="@max-[82rem]:sr-only">Versions</span>
      </Button>
      <Versions workflow={isOpen ? workflow : undefined} onClose={() => setOpen(false)} />
    </>
  )
}
