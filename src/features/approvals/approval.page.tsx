import { CircleSlash } from 'lucide-react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { requestContext } from '#src/client/request-context.ts'
import { isErrorEnvelope } from '#src/lib/error-envelope.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { stateText } from './approval-words.ts'
import { type Approval, type approvalsContract, MAX_NAME, MAX_REASON } from './approvals.schema.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { call } = context.get(requestContext)
  try {
    const path = { params: { token: params.token ?? '' } }
    const { approval } = await call<typeof approvalsContract.show>('GET', '/api/approvals/:token', path)
    return { approval }
  } catch (error) {
    if (error instanceof Response && error.status === 404) return data({ approval: null }, { status: 404 })
    throw error
  }
}

/** The form, sent by the browser itself: the page needs no scripts. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const form = new URLSearchParams(await request.text())
  const decision = form.get('decision') === 'approve' ? 'approve' : 'reject'
  const body = { decision, reason: form.get('reason') ?? '', name: form.get('name') ?? '' } as const
  try {
    const { call } = context.get(requestContext)
    const path = { params: { token: params.token ?? '' }, body }
    await call<typeof approvalsContract.decide>('POST', '/api/approvals/:token', path)
    return { message: null, reason: '', name: '' }
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    const answer: unknown = await thrown.json()
    if (!isErrorEnvelope(answer)) throw thrown
    return data({ message: answer.error.message, reason: body.reason, name: body.name }, { status: thrown.status })
  }
}

export default function ApprovalPage() {
  const { approval } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Decision · Fettle</title>
      <meta name="robots" content="noindex" />
      <PageHeader title={approval === null ? 'Decision' : approval.question} />
      <PageBody>{approval === null ? <Unknown /> : <Asked approval={approval} />}</PageBody>
    </>
  )
}

const Unknown = () => (
  <EmptyState icon={CircleSlash} title="There is nothing to decide here">
    <p>The link is not complete, or what it asked about is gone. Copy it whole from the mail.</p>
  </EmptyState>
)

function Asked({ approval }: { approval: Approval }) {
  const { details, workflowName, askedBy, you, needed, asked, approved, dueAt, decision, state, needsName } = approval
  return (
    <Card className="max-w-xl">
      <div className="flex flex-col gap-4">
        <p className="text-14 text-text-2">
          {askedBy} asks through the workflow “{workflowName}”. You decide as {you}.
        </p>
        {details === '' ? null : <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{details}</p>}
        <p className="meta-line">
          {approved} of {needed} needed {needed === 1 ? 'approval' : 'approvals'} · {asked} asked
          {state === 'open' ? (
            <>
              {' '}
              · closes <TimeAgo at={dueAt} />
            </>
          ) : null}
        </p>
        {state === 'open' && decision === null ? (
          <DecisionForm needsName={needsName} />
        ) : (
          <p role="status" className="font-medium">
            {stateText(approval)}
          </p>
        )}
      </div>
    </Card>
  )
}

function DecisionForm({ needsName }: { readonly needsName: boolean }) {
  const sent = useActionData<typeof action>()
  return (
    <form method="post" className="flex flex-col gap-4">
      {sent?.message ? (
        <p role="alert" className="text-14 text-danger">
          {sent.message}
        </p>
      ) : null}
      {needsName ? (
        <TextField
          name="name"
          label="Your name"
          help="The author of the workflow reads it."
          maxLength={MAX_NAME}
          required
          autoComplete="name"
          defaultValue={sent?.name}
        />
      ) : null}
      <TextAreaField
        name="reason"
        label="Reason"
        help="The author of the workflow reads it."
        maxLength={MAX_REASON}
        rows={3}
        defaultValue={sent?.reason}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="decision" value="approve" variant="primary" size="touch">
          Approve
        </Button>
        <Button type="submit" name="decision" value="reject" size="touch">
          Reject
        </Button>
      </div>
    </form>
  )
}
