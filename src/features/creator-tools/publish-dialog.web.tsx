import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import { api } from '#src/client/api.ts'
import { ApiError, toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { Changes } from './changes.web.tsx'
import { contentChanges } from './content-changes.ts'
import type { ContentProblem } from './content-problems.ts'
import { CHANGELOG_MAX, type creatorToolsContract, type Draft } from './creator-tools.schema.ts'
import { type ChecklistLine, publishChecklist } from './publish-checklist.ts'
import { BUMPS, type Bump, largerBump, nextSemver, suggestBump } from './semver.ts'
import type { ToolContent } from './tool-content.schema.ts'

interface PublishDialogProps {
  readonly draft: Draft
  readonly content: ToolContent
  readonly problems: readonly ContentProblem[]
  /** What the preview and the last attempt have shown; whether it keeps anything from being published, only that tells. */
  readonly found: readonly ContentProblem[]
  /** Everything must be saved before it is published: the revision that holds what is shown here, undefined if none does. */
  readonly onSave: () => Promise<number | undefined>
  /** Something else is saved now: it is shown here once it is there. */
  readonly onOutdated: () => Promise<void>
  readonly onPublished: () => void
  /** What the server found; each is shown at its place. */
  readonly onRefused: (problems: readonly ContentProblem[]) => void
  readonly onClose: () => void
}

const BUMP_WORDS: Readonly<Record<Bump, string>> = {
  patch: 'a repair',
  minor: 'something new',
  major: 'callers must change',
}

export function PublishDialog(props: PublishDialogProps) {
  const { draft, content, problems, found, onClose } = props
  const id = useId()
  const before = draft.published
  const suggestion = before === null ? undefined : suggestBump(before.content, content)
  const least = BUMPS.indexOf(suggestion?.bump ?? 'patch')
  const [chosen, setChosen] = useState<Bump>('patch')
  const bump = largerBump(chosen, suggestion?.bump ?? 'patch')
  const { busy, failure, fieldError, publish } = usePublish(props, bump)
  const checklist = publishChecklist({ content, problems, found, mayWriteCode: draft.mayWriteCode })
  const needsPro = checklist.some(({ leadsTo }) => leadsTo === 'pricing')
  // In the refusal.
  const said = failure?.details.map(({ message }) => message) ?? []
  const semver = before?.semver ?? (before === null ? null : '1.0.0')
  return (
    <Dialog
      open
      onClose={onClose}
      title={before === null ? 'Publish this tool' : 'Publish a new version'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={busy} disabled={problems.length > 0 || needsPro}>
            Publish {nextSemver(semver, bump)}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void publish(event)} className="flex flex-col gap-4">
        <ul aria-label="What must be there" className="flex flex-col gap-1.5">
          {checklist.map((line) => (
            <Line key={line.label} {...line} messages={line.messages.filter((message) => !said.includes(message))} />
          ))}
        </ul>
        {failure === undefined ? null : <Refusal failure={failure} />}
        {suggestion === undefined ? null : (
          <div className="flex flex-col gap-2">
            <SelectField
              label="Version"
              help={suggestion.reasons.slice(0, 4).join(' · ') || 'What calls it needs no change'}
              options={BUMPS.filter((_, at) => at >= least).map((one) => ({
                value: one,
                label: `${nextSemver(semver, one)}: ${BUMP_WORDS[one]}`,
              }))}
              value={bump}
              onChange={({ currentTarget }) => setChosen(currentTarget.value as Bump)}
            />
            <Changes changes={contentChanges(before?.content ?? content, content)} />
          </div>
        )}
        <TextAreaField
          name="changelog"
          label="What is new"
          help="People read it in the list of versions."
          required
          rows={3}
          maxLength={CHANGELOG_MAX}
          defaultValue={before === null ? 'First version' : ''}
          error={fieldError}
        />
      </form>
    </Dialog>
  )
}

const STATES = {
  done: { icon: CircleCheck, tone: 'text-ok', word: 'Done' },
  missing: { icon: CircleX, tone: 'text-bad', word: 'Missing' },
  open: { icon: CircleDashed, tone: 'text-text-2', word: 'Not known yet' },
} as const

function Line({ label, state, messages, leadsTo }: ChecklistLine) {
  const { icon: Icon, tone, word } = STATES[state]
  return (
    <li className="flex items-start gap-2">
      <Icon size={16} className={`mt-0.5 ${tone}`} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">{word}: </span>
        {label}
        {leadsTo === 'pricing' ? (
          <>
            : <TextLink to="/pricing">what it costs, and how to try it</TextLink>
          </>
        ) : null}
        {messages.length === 0 ? null : (
          <ul className="ms-4 list-disc text-13 text-text-2">
            {messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

const notSaved = () =>
  new ApiError({ code: 'NOT_SAVED', status: 409, message: 'Your last changes are not saved yet: they come first' })

const changedElsewhere = () =>
  new ApiError({
    code: 'REVISION_CONFLICT',
    status: 409,
    message: 'This tool was changed elsewhere meanwhile. What it holds now is shown here: look at it, then publish.',
  })

function usePublish({ draft, onSave, onOutdated, onPublished, onRefused }: PublishDialogProps, bump: Bump) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const [fieldError, setFieldError] = useState<string>()
  const publish = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const changelog = String(new FormData(event.currentTarget).get('changelog') ?? '').trim()
    setFieldError(changelog === '' ? 'Say what is new' : undefined)
    if (busy || changelog === '') return
    setBusy(true)
    setFailure(undefined)
    try {
      const revision = await onSave()
      if (revision === undefined) throw notSaved()
      const { fxn, held } = await api<typeof creatorToolsContract.publish>('POST', '/api/tools/:id/publish', {
        params: { id: draft.id },
        body: { changelog, bump, revision },
      })
      const description = held
        ? 'Others see it once a moderator has looked at it. You get a notification.'
        : `Version ${fxn.semver} is at /fxn/${fxn.slug}`
      toast({ kind: 'success', title: held ? 'Handed in' : 'Published', description })
      onPublished()
    } catch (error) {
      const refused = await explained(toApiError(error), onOutdated)
      setFailure(refused)
      onRefused(refused.details)
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, fieldError, publish }
}

/** What was saved elsewhere is shown before it is spoken of. */
const explained = async (refused: ApiError, onOutdated: () => Promise<void>): Promise<ApiError> =>
  refused.code === 'REVISION_CONFLICT' ? onOutdated().then(changedElsewhere, toApiError) : refused

const Refusal = ({ failure }: { readonly failure: ApiError }) => (
  <div role="alert" className="flex flex-col gap-1 rounded-6 border border-bad bg-bad-soft p-3 text-bad">
    <p className="font-medium">
      {failure.code === 'EXAMPLE_FAILED' ? 'Not published: an example fails' : 'Not published'}
    </p>
    <ul className="flex flex-col gap-1">
      {(failure.details.length === 0 ? [{ field: '', message: failure.message }] : failure.details).map(
        ({ field, message }) => (
          <li key={`${field} ${message}`} className="[overflow-wrap:anywhere]">
            {message}
          </li>
        ),
      )}
    </ul>
  </div>
)
