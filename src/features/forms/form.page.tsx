import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  type ActionFunctionArgs,
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useRouteError,
} from 'react-router'
import { requestContext } from '#src/client/request-context.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorSummary } from '#src/ui/fields/error-summary.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { postForm, refuseDamaged, SUBMISSION } from './form-action.ts'
import { FormQuestion, questionId } from './form-question.web.tsx'
import type { formsContract } from './forms.schema.ts'
import { readForm } from './read-form.ts'

const addressOf = (params: Readonly<Record<string, string | undefined>>) => ({
  workflowId: params.workflowId ?? '',
  secret: params.secret ?? '',
})

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { call } = context.get(requestContext)
  const { form } = await call<typeof formsContract.get>('GET', '/api/forms/:workflowId/:secret', {
    params: addressOf(params),
  })
  return { form, isSent: new URL(request.url).searchParams.has('sent'), submission: crypto.randomUUID() }
}

/** The form as the browser itself sends it, with scripts or without. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { form, isWhole } = await readForm(request)
  const refused = isWhole
    ? await postForm(context.get(requestContext), addressOf(params), form)
    : await refuseDamaged(form)
  // A reload of the page of thanks sends nothing again.
  if (refused === null) throw redirect('?sent', 303)
  const submission = form.get(SUBMISSION)
  // Without one of its own, it is sent again under a new one.
  return data(
    { ...refused, ...(typeof submission === 'string' && submission !== '' && { submission }) },
    { status: refused.status },
  )
}

/** A form of a workflow, for whoever has its address: nothing of Fettle's own pages around it. */
export default function FormPage() {
  const { form, isSent } = useLoaderData<typeof loader>()
  return (
    <Frame title={isSent ? form.thanksTitle : form.title}>
      {form.isTest ? (
        <p className="rounded-6 border border-line bg-warn-soft px-3 py-2 text-14 text-warn">
          This is a test of the draft. What is sent here starts the draft, and shows in its editor.
        </p>
      ) : null}
      {isSent ? <Thanks /> : <Questions />}
    </Frame>
  )
}

function Thanks() {
  const { thanksTitle, thanksText } = useLoaderData<typeof loader>().form
  return (
    <div className="flex flex-col gap-3">
      <h1 dir="auto" className="flex items-center gap-2 text-26 [overflow-wrap:anywhere]">
        <CircleCheck size={24} className="shrink-0 text-ok" />
        {thanksTitle}
      </h1>
      <p dir="auto" className="whitespace-pre-line text-16 text-text-2">
        {thanksText}
      </p>
    </div>
  )
}

function Questions() {
  const loaded = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { title, description, fields, submit } = loaded.form
  const errors = refused?.errors ?? {}
  const wrong = fields.flatMap(({ name }) => {
    const message = errors[name]
    return message === undefined ? [] : [{ id: questionId(name), message }]
  })
  return (
    <>
      <h1 dir="auto" className="text-26 [overflow-wrap:anywhere]">
        {title}
      </h1>
      {description === '' ? null : (
        <p dir="auto" className="whitespace-pre-line text-16 text-text-2">
          {description}
        </p>
      )}
      <form
        method="post"
        action="?"
        noValidate
        encType={fields.some(({ type }) => type === 'file') ? 'multipart/form-data' : undefined}
        className="flex flex-col gap-5"
      >
        <ErrorSummary errors={wrong} />
        <FormRefusal message={refused !== undefined && wrong.length === 0 ? refused.message : undefined} />
        <input type="hidden" name={SUBMISSION} value={refused?.submission ?? loaded.submission} />
        {fields.map((field) => (
          <FormQuestion
            key={field.name}
            field={field}
            typed={refused?.answers[field.name]}
            error={errors[field.name]}
          />
        ))}
        <Button type="submit" variant="primary" size="touch" className="w-fit">
          {submit}
        </Button>
      </form>
    </>
  )
}

const Frame = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <main className="mx-auto flex max-w-xl flex-col gap-5 px-4 py-10 sm:py-16">
    <title>{title}</title>
    <meta name="robots" content="noindex" />
    {children}
    <p className="mt-6 border-t border-line pt-4 text-13 text-text-2">
      What you send goes to the person who made this form. Never write a password here.
    </p>
  </main>
)

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <main className="mx-auto flex max-w-xl flex-col gap-3 px-4 py-16">
      <title>{isMissing ? 'No such form' : 'The form did not load'}</title>
      <h1 className="text-26">{isMissing ? 'There is no such form' : 'The form did not load'}</h1>
      <p className="text-16 text-text-2">
        {isMissing
          ? 'It may have been closed, or the address is not complete. Ask the one who sent it to you.'
          : 'Try again in a moment.'}
      </p>
    </main>
  )
}
