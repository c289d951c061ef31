import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { givenLicences } from './licence-list.web.tsx'
import { type licencesContract, Person } from './licences.schema.ts'

interface GiveLicenceDialogProps {
  readonly tools: AnswerOf<typeof licencesContract.list>['tools']
  readonly onClose: () => void
}

export function GiveLicenceDialog({ tools, onClose }: GiveLicenceDialogProps) {
  const client = useQueryClient()
  const [toolId, setToolId] = useState(tools[0]?.id ?? '')
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['person'],
    check: (_, value) => Person.safeParse(value).error?.issues[0]?.message,
    send: ({ person }) =>
      api<typeof licencesContract.give>('POST', '/api/licences', { body: { toolId, person } }).then(
        async ({ licence }) => {
          toast({ kind: 'success', title: 'Licence given', description: `It is for ${licence.givenTo}.` })
          await client.invalidateQueries({ queryKey: givenLicences.queryKey })
          onClose()
          return undefined
        },
        toApiError,
      ),
  })
  return (
    <Dialog open onClose={onClose} title="Give a licence" size="small">
      <form {...formProps} className="flex flex-col gap-4">
        <FormRefusal message={refusal} />
        <SelectField
          id="licence-tool"
          label="For"
          options={tools.map(({ id, title }) => ({ value: id, label: title }))}
          value={toolId}
          onChange={({ currentTarget }) => setToolId(currentTarget.value)}
        />
        <TextField
          {...wired('person')}
          label="To"
          help="An email address, or the handle of a creator, such as @ada. Who has no account yet gets the licence on confirming the address."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          autoFocus
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Give it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
