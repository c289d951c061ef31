import { useQueryClient } from '@tanstack/react-query'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { counted } from '#src/features/catalog/count-text.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { type AdminTag, NAME_MAX, type tagsContract } from './tags.schema.ts'
import { wordsIn } from './words-in.ts'

export interface TagTask {
  readonly kind: 'edit' | 'merge'
  readonly tag: AdminTag
}

interface TagDialogProps {
  readonly task: TagTask
  readonly onClose: () => void
}

export function TagDialog({ task: { kind, tag }, onClose }: TagDialogProps) {
  const client = useQueryClient()
  const params = { id: tag.id }
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['name', 'synonyms', 'into'],
    check: (field, value) =>
      field === (kind === 'edit' ? 'name' : 'into') && value.trim() === '' ? 'Enter a name' : undefined,
    send: ({ name, synonyms, into }) =>
      (kind === 'edit'
        ? api<typeof tagsContract.edit>('PUT', '/api/admin/tags/:id', {
            params,
            body: { name, synonyms: wordsIn(synonyms) },
          })
        : api<typeof tagsContract.merge>('POST', '/api/admin/tags/:id/merge', { params, body: { into } })
      ).then(async ({ tag: after }) => {
        onClose()
        toast({ kind: 'success', title: kind === 'edit' ? `Saved: ${after.name}` : `Merged into ${after.name}` })
        await client.invalidateQueries({ queryKey: ['/api/admin/tags'] })
        return undefined
      }, toApiError),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={kind === 'edit' ? `Edit ${tag.name}` : `Merge ${tag.name} into another tag`}
      size="small"
    >
      <form {...formProps} className="flex flex-col gap-4">
        <FormRefusal message={refusal} />
        {kind === 'edit' ? (
          <>
            <TextField {...wired('name')} label="Name" required maxLength={NAME_MAX} defaultValue={tag.name} />
            <TextField
              {...wired('synonyms')}
              label="Synonyms"
              help="Separated by commas. Whoever files a tool under one, or opens its address, gets this tag."
              defaultValue={tag.synonyms.join(', ')}
              required={false}
            />
          </>
        ) : (
          <>
            <p className="text-text-2">
              {counted(tag.toolCount, 'tool')} with this tag will have the other, and its address leads there. This
              cannot be taken back.
            </p>
            <TextField {...wired('into')} label="Into" required maxLength={NAME_MAX} />
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={kind === 'edit' ? 'primary' : 'danger'} busy={busy}>
            {kind === 'edit' ? 'Save' : 'Merge'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
