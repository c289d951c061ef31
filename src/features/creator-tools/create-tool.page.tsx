import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { api } from '#src/client/api.ts'
import { Protected } from '#src/client/protected.tsx'
import { getting } from '#src/client/query-client.ts'
import { QueryView, useLoadedQuery } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { Builder } from './builder.web.tsx'
import type { creatorToolsContract } from './creator-tools.schema.ts'
import { StartTool } from './start-tool.web.tsx'

type DraftAnswer = AnswerOf<typeof creatorToolsContract.draft>

/** Saves do not change what was loaded, so that the next opening asks anew. */
const draftOf = (id: string) => ({
  ...getting<typeof creatorToolsContract.draft>('/api/tools', id, 'draft'),
  gcTime: 0,
})

export async function loader(args: LoaderFunctionArgs) {
  const { name } = requireUser(args)
  const { call, publicUrl } = args.context.get(requestContext)
  const id = args.url.searchParams.get('draft')
  if (id === null) return { name, origin: publicUrl, id, answer: undefined }
  const found = call<typeof creatorToolsContract.draft>('GET', '/api/tools/:id/draft', { params: { id } })
  return { name, origin: publicUrl, id, answer: await firstData(found) }
}

export default function CreateToolPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <CreateTool />
    </Protected>
  )
}

function CreateTool() {
  const { id, answer, ...rest } = useLoaderData<typeof loader>()
  return id === null ? <StartTool /> : <OpenTool key={id} id={id} loaded={answer} {...rest} />
}

interface OpenToolProps {
  readonly id: string
  readonly loaded: DraftAnswer | undefined
  readonly origin: string
  readonly name: string
}

function OpenTool({ id, loaded, origin, name }: OpenToolProps) {
  const query = useLoadedQuery(draftOf(id), loaded)
  const { revalidate } = useRevalidator()
  const refresh = async () => {
    const answer = await api<typeof creatorToolsContract.draft>('GET', '/api/tools/:id/draft', { params: { id } })
    await revalidate()
    return answer.draft
  }
  return (
    <QueryView
      query={query}
      loading={
        <Frame>
          <RowSkeletons count={5} label="Loading the tool…" />
        </Frame>
      }
      offline={
        <Frame>
          <OfflineState />
        </Frame>
      }
      failed={(failure) => (
        <Frame>
          <ErrorState title="Failed to fetch this tool" {...failure} />
        </Frame>
      )}
    >
      {({ draft }) => <Builder draft={draft} origin={origin} creator={name} onRefresh={refresh} />}
    </QueryView>
  )
}

const Frame = ({ children }: { readonly children: ReactNode }) => (
  <>
    <title>Builder · Fettle</title>
    <PageHeader title="Builder" />
    <PageBody>{children}</PageBody>
  </>
)
