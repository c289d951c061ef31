import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { TextLink } from '#src/ui/text-link.tsx'
import type { Creator, creatorsContract } from './creators.schema.ts'

interface EditAboutProps {
  readonly creator: Pick<Creator, 'handle' | 'about'>
  readonly most: number
  readonly onChanged: (about: string) => void
  readonly onClose: () => void
}

export function EditAbout({ creator, most, onChanged, onClose }: EditAboutProps) {
  const [typed, setTyped] = useState(creator.about)
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['about'],
    check: (_, value) => (value.trim().length > most ? `At most ${most} characters` : undefined),
    send: (body) =>
      api<typeof creatorsContract.describe>('PUT', '/api/creators/:handle', {
        params: { handle: creator.handle },
        body,
      }).then(({ about }) => {
        onChanged(about)
        toast({ kind: 'success', title: 'Page changed' })
        return undefined
      }, toApiError),
  })
  return (
    <Dialog open onClose={onClose} title="Your page">
      <form {...formProps} className="flex flex-col gap-4">
        <FormRefusal message={refusal} />
        <TextAreaField
          {...wired('about')}
          label="About you"
          help={`Everybody reads it. ${typed.trim().length} of ${most}`}
          rows={5}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <p className="text-14 text-text-2">
          Your name and picture are those of your account: change them in your{' '}
          <TextLink to="/settings">settings</TextLink>.
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
