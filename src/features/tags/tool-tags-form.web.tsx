import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { ErrorSummary } from '#src/ui/fields/error-summary.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { REASON_MAX, type ToolTags, type tagsContract } from './tags.schema.ts'
import { wordsIn } from './words-in.ts'

/** One tool whose creator has filed it under the wrong tags. */
export function ToolTagsForm({ onChanged }: { readonly onChanged: () => void }) {
  const [tool, setTool] = useState<ToolTags>()
  return (
    <Disclosure summary={<>Change the tags of one tool</>}>
      {tool === undefined ? (
        <FindForm onFound={setTool} />
      ) : (
        <EditForm
          tool={tool}
          onDone={() => setTool(undefined)}
          onSaved={() => {
            setTool(undefined)
            onChanged()
          }}
        />
      )}
    </Disclosure>
  )
}

function FindForm({ onFound }: { readonly onFound: (tool: ToolTags) => void }) {
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['tool'],
    check: (_, value) => (value.trim() === '' ? 'Enter the address of a tool' : undefined),
    send: (query) =>
      api<typeof tagsContract.ofTool>('GET', '/api/admin/tool-tags', { query }).then(({ tool }) => {
        onFound(tool)
        return undefined
      }, toApiError),
  })
  return (
    <form {...formProps} className="flex max-w-xl flex-col gap-4">
      <FormRefusal message={refusal} />
      <TextField {...wired('tool')} label="Tool" help="Its address, such as /fxn/tip-calculator" />
      <Button type="submit" className="w-fit" busy={busy}>
        Find
      </Button>
    </form>
  )
}

interface EditFormProps {
  readonly tool: ToolTags
  readonly onDone: () => void
  readonly onSaved: () => void
}

function EditForm({ tool, onDone, onSaved }: EditFormProps) {
  const { errors, attempt, refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['tags', 'synonyms', 'reason'],
    check: (field, value) => (field === 'reason' && value.trim() === '' ? 'Say why' : undefined),
    send: ({ tags, synonyms, reason }) =>
      api<typeof tagsContract.editOfTool>('PUT', '/api/admin/tool-tags', {
        body: { tool: tool.slug, tags: wordsIn(tags), synonyms: wordsIn(synonyms), reason },
      }).then((answer) => {
        toast({ kind: 'success', title: `Saved: ${answer.tool.title}` })
        onSaved()
        return undefined
      }, toApiError),
  })
  return (
    <form {...formProps} className="flex max-w-xl flex-col gap-4">
      <p className="text-14 [overflow-wrap:anywhere]">
        <strong className="font-medium">{tool.title}</strong>
      </p>
      <ErrorSummary key={attempt} errors={errors} />
      <FormRefusal message={refusal} />
      <TextField
        {...wired('tags')}
        label="Tags"
        help="Separated by commas"
        required={false}
        defaultValue={tool.tags.join(', ')}
      />
      <TextField
        {...wired('synonyms')}
        label="Synonyms"
        help="Other words that it is found by, separated by commas"
        required={false}
        defaultValue={tool.synonyms.join(', ')}
      />
      <TextAreaField
        {...wired('reason')}
        label="Reason"
        help="Goes to its creator, and into the audit log."
        rows={3}
        maxLength={REASON_MAX}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
