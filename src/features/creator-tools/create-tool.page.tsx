import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { api } from '#src/client/api.ts'
import { Protected } from '#src/client/protected.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { requireUser } from '#src/client/require-user.ts'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { Builder } from './builder.web.tsx'
import type { creatorToolsContract } from './creator-tools.schema.ts'
import { StartTool } from './start-tool.web.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { name } = requireUser(args)
  const { call, publicUrl } = args.context.get(requestContext)
  const id = args.url.searchParams.get('draft')
  if (id === null) return { name, origin: publicUrl, draft: null }
  const { draft } = await call<typeof creatorToolsContract.draft>('GET', '/api/tools/:id/draft', { params: { id } })
  return { name, origin: publicUrl, draft }
}

export default function CreateToolPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <CreateTool />
    </Protected>
  )
}

function CreateTool() {
  const { name, origin, draft } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  if (draft === null) return <StartTool />
  const refresh = async () => {
    const params = { id: draft.id }
    const answer = await api<typeof creatorToolsContract.draft>('GET', '/api/tools/:id/draft', { params })
    await revalidate()
    return answer.draft
  }
  return <Builder key={draft.id} draft={draft} origin={origin} creator={name} onRefresh={refresh} />
}
