import { Hammer, ShieldCheck, Workflow } from 'lucide-react'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { requestContext } from '#src/client/request-context.ts'
import { firstData } from '#src/client/require-user.ts'
import { safeRedirect } from '#src/client/safe-redirect.ts'
import type { catalogContract } from '#src/features/catalog/catalog.schema.ts'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import type { AuthMode } from './auth-form.ts'
import { AuthForm } from './auth-form.web.tsx'

export async function loader({ context, url }: LoaderFunctionArgs) {
  const services = context.get(requestContext)
  const wanted = url.searchParams.get('redirect')
  const target = safeRedirect(wanted)
  if (services.viewer !== null) throw redirect(target)
  const found = await firstData(
    services.call<typeof catalogContract.search>('GET', '/api/discovery/search', { query: {} }),
  )
  const mode: AuthMode = url.searchParams.get('mode') === 'register' ? 'register' : 'login'
  return { mode, target, wanted, tools: found === undefined ? null : { count: found.total, more: found.capped } }
}

const WORDS: Record<AuthMode, { title: string; lead: string; question: string; other: string }> = {
  login: {
    title: 'Sign in',
    lead: 'Your workflows and their runs are where you left them.',
    question: 'New here?',
    other: 'Create account',
  },
  register: {
    title: 'Create account',
    lead: 'Free tools need no account. Workflows do.',
    question: 'Have an account already?',
    other: 'Sign in',
  },
}

export default function Auth() {
  const { mode, target, wanted, tools } = useLoaderData<typeof loader>()
  const { title, lead, question, other } = WORDS[mode]
  const query = new URLSearchParams({
    ...(mode === 'login' && { mode: 'register' }),
    ...(wanted !== null && { redirect: wanted }),
  }).toString()
  return (
    <>
      <title>{`${title} · Fettle`}</title>
      <PageHeader title={title} lead={lead} />
      <PageBody>
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:gap-16">
          <div className="flex flex-col gap-4">
            <AuthForm mode={mode} target={target} />
            <p className="text-14 text-text-2">
              {question}{' '}
              <TextLink to={`/auth${query === '' ? '' : `?${query}`}`} replace preventScrollReset>
                {other}
              </TextLink>
            </p>
          </div>
          <Reasons tools={tools} />
        </div>
      </PageBody>
    </>
  )
}

interface ReasonsProps {
  readonly tools: { readonly count: number; readonly more: boolean } | null
}

function Reasons({ tools }: ReasonsProps) {
  const counted =
    tools === null
      ? 'Tools to use at once'
      : `${tools.count.toLocaleString('en')}${tools.more ? '+' : ''} ${tools.count === 1 ? 'tool' : 'tools'} to use at once`
  const reasons = [
    { icon: Hammer, title: counted, text: 'Free tools work without an account.' },
    {
      icon: ShieldCheck,
      title: 'Privacy-focused: tools run in your browser',
      text: 'What you type into a built-in tool stays on your device.',
    },
    {
      icon: Workflow,
      title: 'A workflow to begin with',
      text: 'Every new account gets “Bill received”: call its webhook, and it answers what each person pays.',
    },
  ]
  return (
    <aside aria-label="What you get" className="bench-grid rounded-10 border border-dashed border-line-strong p-6">
      <ul className="flex flex-col gap-6">
        {reasons.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex items-start gap-3">
            <span className="rounded-6 border border-line bg-surface p-2 text-accent-text shadow-1">
              <Icon size={16} />
            </span>
            <div className="bg-canvas px-1">
              <p className="text-14 font-medium">{title}</p>
              <p className="text-14 text-text-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  )
}
