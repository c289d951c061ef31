import { useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { requestContext } from '#src/client/request-context.ts'
import { firstData } from '#src/client/require-user.ts'
import { safeRedirect } from '#src/client/safe-redirect.ts'
import type { oidcContract } from '#src/features/oidc/oidc.schema.ts'
import { isProviderReturn } from '#src/features/oidc/provider-visit.ts'
import { ForgotPasswordForm } from '#src/features/reset-password/forgot-password-form.web.tsx'
import { ResetPasswordForm } from '#src/features/reset-password/reset-password-form.web.tsx'
import { VerifyEmail } from '#src/features/verify-email/verify-email.web.tsx'
import { tools } from '#src/tools/index.ts'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { postAuth, postForgot } from './auth-action.ts'
import { type AuthPage, authHref, isMailedLink, isSignIn, readAuthPage } from './auth-modes.ts'
import { AuthReasons } from './auth-reasons.web.tsx'
import { SignIn } from './sign-in.web.tsx'

export async function loader({ context, url }: LoaderFunctionArgs) {
  const wanted = url.searchParams.get('redirect')
  const target = safeRedirect(wanted)
  const page = readAuthPage(url.searchParams.get('mode'))
  const { viewer, call } = context.get(requestContext)
  const providerAnswer = isProviderReturn(url.searchParams) ? url.search.slice(1) : undefined
  // Who links a provider comes back from it signed in.
  if (viewer !== null && !isMailedLink(page) && providerAnswer === undefined) throw redirect(target)
  const available = await firstData(call<typeof oidcContract.available>('GET', '/api/sign-in/provider', {}))
  const providerName = available?.provider?.name
  const isForFavorite = url.searchParams.get('for') === 'favorite'
  return { page, target, wanted, isForFavorite, providerName, providerAnswer, builtins: Object.keys(tools).length }
}

/** A form that the browser has sent by itself, because no script took it. */
export async function action({ context, request, url }: ActionFunctionArgs) {
  const services = context.get(requestContext)
  const form = new URLSearchParams(await request.text())
  const page = readAuthPage(url.searchParams.get('mode'))
  if (page === 'forgot') return answerForm(await postForgot(services, form))
  const rejection = isSignIn(page) ? await postAuth(services, page, form) : null
  if (rejection === null) throw redirect(safeRedirect(url.searchParams.get('redirect')), 303)
  return answerForm(rejection)
}

const answerForm = <Answer extends { status: number; retryAfter: number | null }>(answer: Answer) =>
  data(answer, {
    status: answer.status,
    headers: answer.retryAfter === null ? {} : { 'retry-after': String(answer.retryAfter) },
  })

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

interface Words {
  readonly title: string
  readonly lead: string
  /** The line under the form. */
  readonly other: { readonly question: string; readonly page: AuthPage; readonly label: string }
}

const TO_LOGIN = { question: 'Remembered it?', page: 'login', label: 'Sign in' } as const

const WORDS: Record<AuthPage, Words> = {
  login: {
    title: 'Sign in',
    lead: 'What you have made is where you left it.',
    other: { question: 'New here?', page: 'register', label: 'Create account' },
  },
  register: {
    title: 'Create account',
    lead: 'Free tools need no account. Workflows do, and yours starts with one that works.',
    other: { question: 'Have an account already?', page: 'login', label: 'Sign in' },
  },
  forgot: { title: 'Forgot password', lead: 'A link to your mailbox lets you set a new one.', other: TO_LOGIN },
  reset: { title: 'Set a new password', lead: 'Afterwards every device signs in again.', other: TO_LOGIN },
  verify: {
    title: 'Confirm your address',
    lead: 'Mails about your account go there.',
    other: { question: 'Somebody else’s mail?', page: 'login', label: 'Leave it, and go to the sign-in' },
  },
}

const FOR_FAVORITE = 'Favourites need an account: the tool whose star you pressed is kept as soon as you are signed in.'

export default function Auth() {
  const { page, builtins, ...arrival } = useLoaderData<typeof loader>()
  const { title, lead, other } = WORDS[page]
  const [isConfirmed, setConfirmed] = useState(false)
  return (
    <>
      <title>{`${title} · Fettle`}</title>
      <PageHeader title={title} lead={arrival.isForFavorite && isSignIn(page) ? FOR_FAVORITE : lead} />
      <PageBody>
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:gap-16">
          <div className="flex flex-col gap-4">
            <div className="flex flex-col gap-4 rounded-10 border border-line bg-surface p-5 shadow-1">
              <AuthBody onConfirmed={() => setConfirmed(true)} />
            </div>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 text-14 text-text-2">
              {page === 'verify' && isConfirmed ? null : (
                <span>
                  {other.question}{' '}
                  <TextLink to={authHref(other.page, arrival)} replace preventScrollReset>
                    {other.label}
                  </TextLink>
                </span>
              )}
              {page === 'login' ? (
                <TextLink to={authHref('forgot', arrival)} preventScrollReset className="leading-6">
                  Forgot password?
                </TextLink>
              ) : null}
            </p>
          </div>
          <AuthReasons builtins={builtins} />
        </div>
      </PageBody>
    </>
  )
}

function AuthBody({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const { page, target, providerName, providerAnswer } = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const rejected = answered !== undefined && 'errors' in answered ? answered : undefined
  switch (page) {
    case 'login':
    case 'register':
      return <SignIn {...{ mode: page, target, rejected, providerName, providerAnswer }} />
    case 'forgot':
      return (
        <ForgotPasswordForm
          asked={answered !== undefined && 'asked' in answered ? answered.asked : undefined}
          refused={rejected?.message}
        />
      )
    case 'reset':
      return <ResetPasswordForm />
    case 'verify':
      return <VerifyEmail onConfirmed={onConfirmed} />
  }
}
