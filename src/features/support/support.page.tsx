import { type ActionFunctionArgs, data, useActionData, useRouteLoaderData } from 'react-router'
import { PageMeta } from '#src/client/page-meta.tsx'
import { requestContext, type SignedInUser } from '#src/client/request-context.ts'
import { Card } from '#src/ui/card.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { postSupport } from './support-action.ts'
import { SupportForm } from './support-form.web.tsx'

/** The form, sent by the browser itself because no script took it. */
export async function action({ context, request }: ActionFunctionArgs) {
  const form = new URLSearchParams(await request.text())
  const sent = await postSupport(context.get(requestContext), form)
  return data(sent, { status: 'status' in sent ? sent.status : 200 })
}

export default function SupportPage() {
  const viewer = useRouteLoaderData<{ viewer: SignedInUser | null }>('root')?.viewer
  const sent = useActionData<typeof action>()
  return (
    <>
      <PageMeta title="Support · Fettle" description="Write to the people who run this Fettle." path="/support" />
      <PageHeader title="Support" lead="Write to us. A person reads it, and the answer comes by mail." />
      <PageBody>
        <Card className="max-w-xl">
          <SupportForm name={viewer?.name} email={viewer?.email} sent={sent} />
        </Card>
        <p className="max-w-xl text-14 text-text-2">
          Lost your password? <TextLink to="/auth?mode=forgot">Set a new one</TextLink> yourself. What we keep about you
          and for how long says the <TextLink to="/privacy">privacy policy</TextLink>.
        </p>
      </PageBody>
    </>
  )
}
