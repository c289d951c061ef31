import { MailOpen, RotateCw } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { requestContext } from '#src/client/request-context.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { LocalMail, mailboxContract } from './mailbox.schema.ts'
import { splitLinks } from './split-links.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const { production, call } = context.get(requestContext)
  if (production) throw new Response('Not Found', { status: 404 })
  return call<typeof mailboxContract.list>('GET', '/api/dev/mails', {})
}

/** What a mail server would have got. Development only. */
export default function MailboxPage() {
  const { mails } = useLoaderData<typeof loader>()
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <title>Mailbox · Fettle</title>
      <meta name="robots" content="noindex" />
      <PageHeader
        eyebrow="dev / mailbox"
        title="Mailbox"
        lead="Every mail of this installation, newest first. It exists in development only."
        actions={
          <Button icon={RotateCw} busy={state === 'loading'} onClick={() => void revalidate()}>
            Refresh
          </Button>
        }
      />
      <PageBody>
        {mails.length === 0 ? (
          <EmptyState icon={MailOpen} title="No mail yet">
            <p>Create an account, and the first one appears here.</p>
          </EmptyState>
        ) : (
          <ol className="flex flex-col gap-6">
            {mails.map((mail) => (
              <li key={mail.id}>
                <MailCard mail={mail} />
              </li>
            ))}
          </ol>
        )}
      </PageBody>
    </>
  )
}

const KINDS: Readonly<Record<LocalMail['status'], 'ok' | 'bad' | 'neutral'>> = {
  queued: 'neutral',
  local: 'neutral',
  sent: 'ok',
  failed: 'bad',
}

function MailCard({ mail: { id, to, subject, category, status, text, lastError, createdAt } }: { mail: LocalMail }) {
  return (
    <Card heading={subject} actions={<Badge kind={KINDS[status]}>{status}</Badge>}>
      <p className="meta-line mb-3 [overflow-wrap:anywhere]">
        to {to} · {category} · <TimeAgo at={createdAt} />
      </p>
      {lastError === null ? null : <p className="mb-3 text-14 text-bad">{lastError}</p>}
      {text === '' ? (
        <p className="text-14 text-text-2">What it said was removed, as the mail is done.</p>
      ) : (
        <>
          <MailText text={text} />
          <p className="mt-4 text-14">
            <a className="underline underline-offset-[3px]" href={`/api/dev/mails/${id}/html`}>
              Show as mail programs do<span className="sr-only">: {subject}</span>
            </a>
          </p>
        </>
      )}
    </Card>
  )
}

const MailText = ({ text }: { text: string }) => (
  <p className="max-w-2xl text-14 whitespace-pre-line [overflow-wrap:anywhere]">
    {splitLinks(text).map(({ text: words, isLink, at }) =>
      isLink ? (
        <a key={at} className="text-accent-text underline underline-offset-[3px]" href={words}>
          {words}
        </a>
      ) : (
        words
      ),
    )}
  </p>
)
