import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ArrowUpDown, Check, Download, GripVertical, X } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { type QueryLike, QueryView } from '#src/client/query-view.tsx'
import { saveFile } from '#src/client/save-file.ts'
import { toast } from '#src/client/toasts.ts'
import type { FxnCard } from '#src/features/catalog/catalog.schema.ts'
import { CATEGORY_NAMES } from '#src/features/catalog/categories.ts'
import { Button, ButtonLink, IconButton } from '#src/ui/button.tsx'
import { LiveRegion } from '#src/ui/live-region.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { useDragOrder } from '#src/ui/use-drag-order.ts'
import { FavoriteButton, useFavorite } from './favorite-button.web.tsx'
import { favoritesCsv, favoritesJson } from './favorite-files.ts'
import type { AwayFavorite, favoritesContract } from './favorites.schema.ts'
import { FAVORITES_KEY, useOrder } from './use-order.web.ts'

/** More are shown on demand. */
const SHORT = 6

interface MyFavoritesProps {
  readonly query: QueryLike<{ fxns: FxnCard[]; away: AwayFavorite[] }>
  /** Of the addresses in an export. */
  readonly origin: string
}

/** What somebody keeps, in their own order. */
export function MyFavorites({ query, origin }: MyFavoritesProps) {
  const [isOrdering, setOrdering] = useState(false)
  const section = useRef<HTMLElement>(null)
  const favorites = query.data?.fxns ?? []
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="my-favorites" className="flex min-w-0 flex-col gap-4">
      <SectionHeader
        id="my-favorites"
        title="Favourites"
        actions={
          favorites.length === 0 ? null : (
            <div className="flex flex-wrap gap-2">
              {favorites.length === 1 ? null : (
                <Button
                  size="dense"
                  icon={isOrdering ? Check : ArrowUpDown}
                  aria-pressed={isOrdering}
                  onClick={() => setOrdering(!isOrdering)}
                >
                  {isOrdering ? 'Done' : 'Reorder'}
                </Button>
              )}
              <ExportMenu favorites={favorites} origin={origin} />
            </div>
          )
        }
      />
      <QueryView
        query={query}
        loading={<RowSkeletons count={3} label="Loading favourites…" />}
        offline={<OfflineState level={3} />}
        failed={(failure) => <ErrorState level={3} title="Failed to fetch favourites" {...failure} />}
      >
        {({ fxns, away }) => (
          <>
            {fxns.length > 0 && (isOrdering ? <Ordering favorites={fxns} /> : <Favorites favorites={fxns} />)}
            {away.length > 0 && <Away away={away} section={section} />}
            {fxns.length + away.length === 0 && <None />}
          </>
        )}
      </QueryView>
    </section>
  )
}

interface AwayProps {
  readonly away: readonly AwayFavorite[]
  /** Takes the focus of a row that has gone. */
  readonly section: RefObject<HTMLElement | null>
}

/** Where the others are: they are favourites still, and those that are hidden come back by themselves. */
function Away({ away, section }: AwayProps) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: AwayFavorite) =>
      api<typeof favoritesContract.remove>('DELETE', '/api/tools/:id/favorite', { params: { id } }),
    onSuccess: (_, { id, title }) => {
      section.current?.focus()
      client.setQueryData(FAVORITES_KEY, (before: { away: readonly AwayFavorite[] } | undefined) =>
        before === undefined ? before : { ...before, away: before.away.filter((one) => one.id !== id) },
      )
      toast({ kind: 'success', title: `Removed: ${title}` })
    },
    onError: (error) =>
      toast({ kind: 'error', title: 'Failed to update favorites', description: toApiError(error).message }),
  })
  return (
    <div className="flex flex-col gap-2">
      <h3 id="away" className="text-13 font-medium text-text-2">
        Not in the catalogue
      </h3>
      <ul aria-labelledby="away" className={LIST}>
        {away.map((tool) => (
          <li key={tool.id} className="flex items-center gap-x-3 py-1 ps-4 pe-2">
            <span
              dir="auto"
              title={tool.title}
              className="min-w-0 flex-1 truncate [text-align:match-parent] text-14 leading-6 text-text-2"
            >
              {tool.title}
            </span>
            <span className="meta-line flex-none">{tool.why === 'hidden' ? 'hidden at the moment' : 'removed'}</span>
            <IconButton
              icon={X}
              size="dense"
              aria-label={`Remove from favourites: ${tool.title}`}
              aria-disabled={isPending && variables.id === tool.id}
              onClick={() => isPending || mutate(tool)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

const None = () => (
  <EmptyState level={3} title="No favourites yet" actions={<ButtonLink to="/explore">Explore tools</ButtonLink>}>
    Press the star of a tool, and it waits for you here.
  </EmptyState>
)

function ExportMenu({ favorites, origin }: { favorites: readonly FxnCard[]; origin: string }) {
  return (
    <Menu
      label="Export favourites"
      items={[
        {
          label: 'As JSON',
          onSelect: () => saveFile('favourites.json', favoritesJson(favorites, origin), 'application/json'),
        },
        {
          label: 'As CSV',
          onSelect: () => saveFile('favourites.csv', favoritesCsv(favorites, origin), 'text/csv;charset=utf-8'),
        },
      ]}
      trigger={(props) => (
        <Button {...props} size="dense" icon={Download}>
          Export<span className="sr-only"> favourites</span>
        </Button>
      )}
    />
  )
}

const LIST = 'divide-y divide-line rounded-10 border border-line bg-surface'

function Favorites({ favorites }: { favorites: readonly FxnCard[] }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = favorites.length > SHORT
  return (
    <>
      <ul aria-labelledby="my-favorites" className={LIST}>
        {(isWhole ? favorites : favorites.slice(0, SHORT)).map((tool) => (
          <Row key={tool.id} tool={tool} />
        ))}
      </ul>
      {isLong ? (
        <Button size="dense" className="self-start" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the first ${SHORT}` : `Show all ${favorites.length.toLocaleString('en')}`}
        </Button>
      ) : null}
    </>
  )
}

/** One that was taken back stays until the page is opened anew, so that a slip can be mended. */
function Row({ tool }: { tool: FxnCard }) {
  const { isFavorite } = useFavorite(tool)
  return (
    <li className="relative flex items-center gap-x-3 py-1 ps-4 pe-2 hover:bg-hover">
      <Link
        to={`/fxn/${tool.slug}`}
        prefetch="intent"
        dir="auto"
        title={tool.title}
        className={`min-h-6 min-w-0 flex-1 truncate [text-align:match-parent] text-14 leading-6 font-medium after:absolute after:inset-0 ${isFavorite ? '' : 'text-text-3'}`}
      >
        {tool.title}
      </Link>
      <span className="meta-line flex-none">{CATEGORY_NAMES[tool.category]}</span>
      <FavoriteButton tool={tool} className="relative z-1" />
    </li>
  )
}

/** By buttons, and by dragging where there is a mouse. */
function Ordering({ favorites }: { favorites: readonly FxnCard[] }) {
  const { move, said } = useOrder(favorites)
  const order = useDragOrder(move)
  return (
    <>
      <ol aria-labelledby="my-favorites" className={LIST} {...order.list}>
        {favorites.map((tool, place) => (
          <li
            key={tool.id}
            {...order.handle(place, tool.title)}
            {...order.target(place)}
            className={`flex cursor-grab items-center gap-x-2 py-1 ps-2 pe-2 ${
              order.isOver(place) ? 'bg-accent-soft' : 'hover:bg-hover'
            } ${order.isDragged(place) ? 'text-text-3' : ''}`}
          >
            <GripVertical size={16} className="flex-none text-text-3 pointer-coarse:hidden" />
            <span dir="auto" title={tool.title} className="min-w-0 flex-1 truncate text-14 leading-6 font-medium">
              {tool.title}
            </span>
            <MoveButton
              icon={ArrowUp}
              label={`Move ${tool.title} up`}
              isOff={place === 0}
              onMove={() => move(place, place - 1)}
            />
            <MoveButton
              icon={ArrowDown}
              label={`Move ${tool.title} down`}
              isOff={place === favorites.length - 1}
              onMove={() => move(place, place + 1)}
            />
          </li>
        ))}
      </ol>
      <LiveRegion message={said} />
    </>
  )
}

interface MoveButtonProps {
  readonly icon: typeof ArrowUp
  readonly label: string
  /** Keeps the focus of who has moved it to the end. */
  readonly isOff: boolean
  readonly onMove: () => void
}

const MoveButton = ({ icon, label, isOff, onMove }: MoveButtonProps) => (
  <IconButton
    icon={icon}
    size="dense"
    aria-label={label}
    aria-disabled={isOff}
    className="aria-disabled:opacity-40"
    onClick={() => isOff || onMove()}
  />
)
