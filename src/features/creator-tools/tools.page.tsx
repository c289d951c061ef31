import { Plus } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Protected } from '#src/client/protected.tsx'
import { getting } from '#src/client/query-client.ts'
import { QueryView, useLoadedQuery } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import type { creatorToolsContract } from './creator-tools.schema.ts'
import { MyToolList } from './my-tools.web.tsx'

const myTools = getting<typeof creatorToolsContract.list>('/api/tools')

export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  return { tools: await firstData(call<typeof creatorToolsContract.list>('GET', '/api/tools', {})) }
}

export default function ToolsPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <Tools />
    </Protected>
  )
}

function Tools() {
  const loaded = useLoaderData<typeof loader>()
  const query = useLoadedQuery(myTools, loaded.tools)
  const create = (
    <ButtonLink to="/create-tool" variant="primary" icon={Plus}>
      New tool
    </ButtonLink>
  )
  return (
    <>
      <title>Tools · Fettle</title>
      <PageHeader title="Tools" lead="What you have built, published or not." actions={create} />
      <PageBody>
        <QueryView
          query={query}
          loading={<RowSkeletons count={4} label="Loading tools…" />}
          offline={<OfflineState />}
          failed={(failure) => <ErrorState title="Failed to fetch tools" {...failure} />}
        >
          {({ tools }) =>
            tools.length === 0 ? (
              <EmptyState title="No tools yet" actions={create}>
                Begin with a template, with a tool of somebody else, or with a function that you have written.
              </EmptyState>
            ) : (
              <MyToolList tools={tools} />
            )
          }
        </QueryView>
      </PageBody>
    </>
  )
}
