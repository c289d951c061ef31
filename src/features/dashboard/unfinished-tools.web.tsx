import { type QueryLike, QueryView } from '#src/client/query-view.tsx'
import type { MyTool } from '#src/features/creator-tools/creator-tools.schema.ts'
import { MyToolList } from '#src/features/creator-tools/my-tools.web.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'

const SHOWN = 4

/** What waits for its creator first, then what was changed last. */
const isAtRest = ({ state, underMaintenance }: MyTool) => state === 'published' && !underMaintenance
const inOrder = (tools: readonly MyTool[]): MyTool[] =>
  tools.toSorted((one, other) => Number(isAtRest(one)) - Number(isAtRest(other)))

/** Drafts, unpublished changes and the rest of somebody's tools. */
export const UnfinishedTools = ({ query }: { readonly query: QueryLike<{ tools: MyTool[] }> }) => (
  <section aria-labelledby="my-tools" className="flex min-w-0 flex-col gap-4">
    <SectionHeader
      id="my-tools"
      title="My tools"
      actions={
        (query.data?.tools.length ?? 0) > SHOWN ? (
          <TextLink to="/tools" className="text-14">
            See all
          </TextLink>
        ) : null
      }
    />
    <QueryView
      query={query}
      loading={<RowSkeletons count={2} label="Loading tools…" />}
      offline={<OfflineState level={3} />}
      failed={(failure) => <ErrorState level={3} title="Failed to fetch tools" {...failure} />}
    >
      {({ tools }) =>
        tools.length === 0 ? (
          <EmptyState level={3} title="No tools yet" actions={<ButtonLink to="/create-tool">Build a tool</ButtonLink>}>
            A form, what it computes, and examples that prove it.
          </EmptyState>
        ) : (
          <MyToolList tools={inOrder(tools).slice(0, SHOWN)} />
        )
      }
    </QueryView>
  </section>
)
