import { useMutation } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { offerBack } from './change-beside.web.tsx'
import type { Draft } from './draft.ts'

const RENAME = 'Rename the workflow'

/** Renames in place: a button that becomes a small form. */
export function WorkflowName({ draft, name }: { draft: Draft; name: string }) {
  const [editing, setEditing] = useState<boolean>()
  const [error, setError] = useState<string>()
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = editing === true
  }, [editing])
  const { mutate, isPending } = useMutation({
    mutationFn: (after: string) => draft.changeBeside({ kind: 'name', after }, RENAME),
    onSuccess: (change, after) => {
      setEditing(false)
      if (change) offerBack(draft, `Renamed to “${after}”`, change, RENAME)
    },
    onError: (cause) => {
      const { message } = toApiError(cause)
      setError(message)
      // Somebody has closed the form meanwhile.
      if (!isOpen.current) toast({ kind: 'error', title: 'Renaming failed', description: message })
    },
  })
  if (!editing)
    return (
      <IconButton
        size="dense"
        icon={PencilLine}
        aria-label="Rename"
        autoFocus={editing === false}
        onClick={() => {
          setError(undefined)
          setEditing(true)
        }}
      />
    )
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const next = String(new FormData(event.currentTarget).get('name')).trim()
    if (next === '') setError('Name is required')
    else if (next === name) setEditing(false)
    else mutate(next)
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && setEditing(false)}
      className="flex flex-wrap items-end gap-2"
    >
      <TextField
        name="name"
        label="Name of the workflow"
        defaultValue={name}
        required
        maxLength={200}
        autoComplete="off"
        autoFocus
        error={error}
        className="w-80 max-w-full"
      />
      <Button type="submit" variant="primary" busy={isPending}>
        Save
      </Button>
      <Button variant="ghost" onClick={() => setEditing(false)}>
        Cancel
      </Button>
    </form>
  )
}
