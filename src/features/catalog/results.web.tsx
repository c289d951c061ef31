import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { ButtonLink } from '#src/ui/button.tsx'
import { isTextEditor } from '#src/ui/is-text-editor.ts'
import { Pagination } from '#src/ui/pagination.tsx'
import type { SearchAnswer } from './catalog.schema.ts'
import { type ExploreState, exploreUrl, moreUrl } from './explore-url.ts'
import { ToolGrid } from './tool-card.web.tsx'

interface ToolPagesProps {
  readonly state: ExploreState
  readonly found: SearchAnswer
}

/** The pages that are shown, more of them on demand, and the way to any other. */
export function ToolPages({ state, found }: ToolPagesProps) {
  const list = useRef<HTMLDivElement>(null)
  /** How many cards there were when more were asked for: the first new one gets the focus. */
  const asked = useRef<number>(undefined)
  const isLoading = useNavigation().state === 'loading'
  const more = moreUrl(state, found.pages)
  const shown = found.fxns.length
  useEffect(() => {
    if (asked.current === undefined || asked.current >= shown) return
    // Unless somebody has gone on to the search field meanwhile.
    if (!isTextEditor(document.activeElement))
      list.current?.querySelectorAll<HTMLElement>('article a')[asked.current]?.focus({ preventScroll: true })
    asked.current = undefined
  }, [shown])
  return (
    <div ref={list} className="flex flex-col gap-6">
      <ToolGrid tools={found.fxns} />
      {found.pages === 1 ? null : (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Pagination page={found.page} count={found.pages} to={(page) => exploreUrl(state, { page })} />
          {more === undefined ? null : (
            <ButtonLink
              to={more}
              replace
              preventScrollReset
              aria-busy={isLoading || undefined}
              onClick={() => {
                asked.current = shown
              }}
            >
              Load more
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  )
}
