import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { RemovableChip } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { MAX_TAG, type WorkflowEntry } from '../workflows.schema.ts'
import { myTags } from './list-filter.web.tsx'
import type { WorkflowActs } from './use-workflow-acts.web.tsx'

interface TagDialogProps {
  /** Open while there are some. */
  readonly workflows: readonly WorkflowEntry[]
  readonly acts: WorkflowActs
  readonly onClose: () => void
}

const titleOf = ([first, ...others]: readonly WorkflowEntry[]) =>
  others.length === 0 ? `Tags of “${first?.name ?? ''}”` : `Tags of ${others.length + 1} workflows`

const FORM = 'add-tag'

/** What was typed and not yet added is meant, too. */
function addTyped(): void {
  const form = document.getElementById(FORM)
  if (form instanceof HTMLFormElement && new FormData(form).get('tag')?.toString().trim()) form.requestSubmit()
}

/** Gives and takes tags; each change holds at once. */
export const TagDialog = ({ workflows, acts, onClose }: TagDialogProps) => (
  <Dialog
    open={workflows.length > 0}
    onClose={onClose}
    title={titleOf(workflows)}
    size="small"
    footer={
      <Button
        onClick={() => {
          addTyped()
          onClose()
        }}
      >
        Done
      </Button>
    }
  >
    <TagForm workflows={workflows} acts={acts} />
  </Dialog>
)

function TagForm({ workflows, acts: { act, busy } }: Omit<TagDialogProps, 'onClose'>) {
  const list = useId()
  const client = useQueryClient()
  const known = useQuery(myTags).data?.tags ?? []
  const [error, setError] = useState<string>()
  const change = async (action: 'tag' | 'untag', tag: string) => {
    await act(action, workflows, tag)
    await client.invalidateQueries({ queryKey: myTags.queryKey })
  }
  const add = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const field = form.elements.namedItem('tag') as HTMLInputElement
    const tag = field.value.trim()
    if (tag === '') {
      setError('Type a tag, or choose one')
      return field.focus()
    }
    await change('tag', tag)
    form.reset()
    field.focus()
  }
  const tags = [...new Set(workflows.flatMap((workflow) => workflow.tags))]
  return (
    <div className="flex flex-col gap-4">
      {tags.length === 0 ? (
        <p className="text-text-2">No tags yet. A tag groups workflows: the list can be narrowed to one.</p>
      ) : (
        <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full min-w-0">
              <RemovableChip label={tag} onRemove={() => void change('untag', tag)} />
            </li>
          ))}
        </ul>
      )}
      <form id={FORM} noValidate onSubmit={(event) => void add(event)} className="flex items-end gap-2">
        <TextField
          name="tag"
          label="Add a tag"
          list={list}
          maxLength={MAX_TAG}
          autoComplete="off"
          error={error}
          onChange={() => setError(undefined)}
          className="flex-1"
        />
        <datalist id={list}>
          {known.map(({ tag }) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        <Button type="submit" variant="primary" busy={busy}>
          Add
        </Button>
      </form>
    </div>
  )
}
