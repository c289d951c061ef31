import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { Protected } from '#src/client/protected.tsx'
import { getting } from '#src/client/query-client.ts'
import { QueryView, useLoadedQuery } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import { toast } from '#src/client/toasts.ts'
import { REPORT_REASON_WORDS } from '#src/lib/report-reasons.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { CounterForm } from './counter-form.web.tsx'
import { DisputeFacts } from './dispute-facts.web.tsx'
import type { Statement, statementsContract } from './moderation.schema.ts'
import { DECIDED_WORDS, KIND_WORDS, outcomeWords } from './words.ts'

/** Whoever is suspended comes with the link of a mail, as they cannot sign in. */
export async function loader(args: LoaderFunctionArgs) {
  const { token = '', id = '' } = args.params
  const { call } = args.context.get(requestContext)
  if (token !== '')
    return {
      id,
      token,
      found: await call<typeof statementsContract.byLink>('GET', '/api/statements/link/:token', { params: { token } }),
    }
  requireUser(args)
  const path = { params: { id } }
  return { id, token, found: await firstData(call<typeof statementsContract.get>('GET', '/api/statements/:id', path)) }
}

/** Why moderators decided as they did about something of mine, and the way to another look. */
export default function StatementPage() {
  const { id, token, found } = useLoaderData<typeof loader>()
  if (token !== '' && found !== undefined)
    return (
      <Frame statement={found.statement} isHidden>
        <Decided loaded={found.statement} token={token} />
      </Frame>
    )
  return (
    <Protected waiting={<PageSpinner />}>
      <OwnStatement key={id} />
    </Protected>
  )
}

function OwnStatement() {
  const { id, found } = useLoaderData<typeof loader>()
  const query = useLoadedQuery(getting<typeof statementsContract.get>('/api/statements', id), found)
  return (
    <Frame statement={query.data?.statement}>
      <QueryView
        query={query}
        loading={<RowSkeletons count={4} label="Loading the decision…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch this decision" {...failure} />}
      >
        {({ statement }) => <Decided loaded={statement} token="" />}
      </QueryView>
    </Frame>
  )
}

interface FrameProps {
  /** Undefined until it is there. */
  readonly statement: Statement | undefined
  /** From search engines. */
  readonly isHidden?: boolean
  readonly children: ReactNode
}

const leadOf = ({ kind, tool }: Statement): string =>
  tool === null ? KIND_WORDS[kind] : `${KIND_WORDS[kind]}: ${tool.title}`

const Frame = ({ statement, isHidden = false, children }: FrameProps) => (
  <>
    <title>A decision of our moderators · Fettle</title>
    {isHidden ? <meta name="robots" content="noindex" /> : null}
    <PageHeader
      eyebrow="Moderation"
      title="A decision of our moderators"
      {...(statement !== undefined && { lead: leadOf(statement) })}
    />
    <PageBody>{children}</PageBody>
  </>
)

interface DecidedProps {
  readonly loaded: Statement
  /** Empty for whoever is signed in. */
  readonly token: string
}

/** What was decided, what became of it since, and what can be said against it. */
function Decided({ loaded, token }: DecidedProps) {
  const [newer, setNewer] = useState<Statement>()
  const claimCard = useRef<HTMLElement>(null)
  const appealCard = useRef<HTMLElement>(null)
  // The form has left with the button that was pressed: what became of it is there instead.
  useEffect(() => {
    if (newer === undefined || document.activeElement !== document.body) return
    const card = newer.appeal !== null && loaded.appeal === null ? appealCard : claimCard
    card.current?.focus()
  }, [newer, loaded])
  const statement = newer?.id === loaded.id ? newer : loaded
  const { decision, ground, reason, subject, decidedAt, appeal, mayAppeal, dispute, mayCounter } = statement
  const { isOpenAgain, earlier } = statement
  return (
    <>
      {isOpenAgain ? (
        <p role="status" className="text-14 text-text-2">
          A moderator looks at this once more. What was decided stands until then, and you are told what follows.
        </p>
      ) : null}
      <Card heading={DECIDED_WORDS[decision]}>
        <dl className="flex flex-col gap-4 [overflow-wrap:anywhere]">
          <Fact name="Decided">
            <TimeAgo at={decidedAt} />
          </Fact>
          {ground === null ? null : <Fact name="It is against this rule">{REPORT_REASON_WORDS[ground]}</Fact>}
          {reason === '' ? null : <Fact name="Reason">{reason}</Fact>}
          <Fact name="What was looked at">{subject}</Fact>
        </dl>
      </Card>
      {dispute === null ? null : (
        <Card heading="The copyright claim" ref={claimCard} tabIndex={-1}>
          <DisputeFacts dispute={dispute} />
        </Card>
      )}
      {mayCounter ? <CounterForm id={statement.id} onCountered={setNewer} /> : null}
      {appeal === null ? null : (
        <Card heading="Your appeal" ref={appealCard} tabIndex={-1}>
          <dl className="flex flex-col gap-4 [overflow-wrap:anywhere]">
            <Fact name="What you wrote">{appeal.text}</Fact>
            <Fact name="Outcome">
              {appeal.outcome === null
                ? 'Somebody is going to look at it again. You get a mail with the outcome.'
                : outcomeWords(appeal.outcome)}
            </Fact>
            {appeal.earlier.map((before) => (
              <Fact key={before.decidedAt} name="Outcome before it was opened again">
                {outcomeWords(before)}
              </Fact>
            ))}
          </dl>
        </Card>
      )}
      {earlier.map((before) => (
        <Card key={before.decidedAt} heading={`Before: ${DECIDED_WORDS[before.decision]}`}>
          <dl className="flex flex-col gap-4 [overflow-wrap:anywhere]">
            <Fact name="Decided">
              <TimeAgo at={before.decidedAt} />
            </Fact>
            {before.ground === null ? null : (
              <Fact name="It was against this rule">{REPORT_REASON_WORDS[before.ground]}</Fact>
            )}
            {before.reason === '' ? null : <Fact name="Reason">{before.reason}</Fact>}
            {before.appeal === null ? null : (
              <>
                <Fact name="Your appeal">{before.appeal.text}</Fact>
                <Fact name="Outcome">{outcomeWords(before.appeal.outcome)}</Fact>
              </>
            )}
          </dl>
        </Card>
      ))}
      {mayAppeal ? <AppealForm id={statement.id} token={token} mayCounter={mayCounter} onAppealed={setNewer} /> : null}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="eyebrow">{name}</dt>
    <dd dir="auto" className="max-w-3xl text-14 whitespace-pre-line">
      {children}
    </dd>
  </div>
)

interface AppealFormProps {
  readonly id: string
  readonly token: string
  readonly mayCounter: boolean
  readonly onAppealed: (statement: Statement) => void
}

const sendAppeal = (id: string, token: string, body: { text: string }) =>
  token === ''
    ? api<typeof statementsContract.appeal>('POST', '/api/statements/:id/appeal', { params: { id }, body })
    : api<typeof statementsContract.appealByLink>('POST', '/api/statements/link/:token/appeal', {
        params: { token },
        body,
      })

function AppealForm({ id, token, mayCounter, onAppealed }: AppealFormProps) {
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['text'],
    check: (_, value) => (value.trim() === '' ? 'Say why' : undefined),
    send: (body) =>
      sendAppeal(id, token, body).then(({ statement }) => {
        toast({ kind: 'success', title: 'Appeal submitted' })
        onAppealed(statement)
        return undefined
      }, toApiError),
  })
  return (
    <Card heading="Is this a mistake?">
      <form {...formProps} className="flex flex-col gap-4">
        <p className="text-14 text-text-2">
          Say why, and somebody looks at it again. There is one appeal against each decision.
          {mayCounter ? ' A counter-claim answers the claimant, an appeal asks our moderators; you can do both.' : null}
        </p>
        <FormRefusal message={refusal} />
        <TextAreaField {...wired('text')} label="Your appeal" rows={5} maxLength={2000} />
        <Button type="submit" variant="primary" className="w-fit" busy={busy}>
          Appeal
        </Button>
      </form>
    </Card>
  )
}
