import { Link } from 'react-router'
import type { QueryLike } from '#src/client/query-view.tsx'
import type { Followed } from '#src/features/creators/creators.schema.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { OptionalPart } from './optional-part.web.tsx'

interface FollowedCreatorsProps {
  readonly query: QueryLike<{ creators: Followed[] }>
}

/** Leads to the pages of those whom somebody follows. */
export const FollowedCreators = ({ query }: FollowedCreatorsProps) => (
  <OptionalPart
    id="followed"
    title="Creators you follow"
    noun="the creators you follow"
    query={query}
    isEmpty={({ creators }) => creators.length === 0}
  >
    {({ creators }) => (
      <ul className="divide-y divide-line rounded-10 border border-line bg-surface">
        {creators.map(({ handle, name, avatarUrl, toolCount }) => (
          <li key={handle} className="relative flex items-center gap-3 px-4 py-2 hover:bg-hover">
            <Avatar name={name} url={avatarUrl} />
            <Link
              to={`/creators/${handle}`}
              dir="auto"
              title={name}
              className="min-w-0 flex-1 min-h-6 truncate [text-align:match-parent] text-14 leading-6 font-medium after:absolute after:inset-0"
            >
              {name}
            </Link>
            <span className="meta-line">{toolCount === 1 ? '1 tool' : `${toolCount} tools`}</span>
          </li>
        ))}
      </ul>
    )}
  </OptionalPart>
)
