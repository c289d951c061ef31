import { Star } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useNavigate, useRouteLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { authPath } from '#src/client/safe-redirect.ts'
import { toast } from '#src/client/toasts.ts'
import { classNames } from '#src/ui/class-names.ts'
import { changeOf, rememberWish, setChange, subscribe, takeWish } from './favorite-store.web.ts'
import type { favoritesContract } from './favorites.schema.ts'

interface Favored {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly favoriteCount: number
}
interface RootData {
  readonly viewer: { readonly id: string } | null
  readonly favorites: readonly string[]
}

/**
 * Whether a tool is mine, how many like it, and the change of it: shown at once, taken back when it fails. A visitor
 * leaves to sign in.
 */
export function useFavorite(tool: Favored, onLeave?: () => void) {
  const root = useRouteLoaderData<RootData>('root')
  const navigate = useNavigate()
  const change = useSyncExternalStore(
    subscribe,
    () => changeOf(tool.id),
    () => undefined,
  )
  const rendered = { isFavorite: root?.favorites.includes(tool.id) === true, favoriteCount: tool.favoriteCount }
  const now = change ?? rendered
  const busy = useRef(false)

  const set = async (wanted: boolean) => {
    if (busy.current || wanted === now.isFavorite) return
    busy.current = true
    const before = change
    setChange(tool.id, { isFavorite: wanted, favoriteCount: now.favoriteCount })
    try {
      const params = { id: tool.id }
      const answer = await (wanted
        ? api<typeof favoritesContract.add>('POST', '/api/tools/:id/favorite', { params })
        : api<typeof favoritesContract.remove>('DELETE', '/api/tools/:id/favorite', { params }))
      setChange(tool.id, answer)
    } catch (error) {
      setChange(tool.id, before)
      toast({ kind: 'error', title: 'Failed to update favorites', description: toApiError(error).message })
    } finally {
      busy.current = false
    }
  }
  const toggle = () => {
    if (root?.viewer) return void set(!now.isFavorite)
    rememberWish(tool.id)
    onLeave?.()
    void navigate(`${authPath({ pathname: `/fxn/${tool.slug}`, search: '' })}&for=favorite`)
  }
  return { ...now, set, toggle, isSignedIn: root?.viewer != null }
}

/** A visitor who pressed the star, signed in and came back finds it set. */
export function useWishedFavorite(tool: Favored): void {
  const { set, isSignedIn } = useFavorite(tool)
  const grant = useEffectEvent(() => void set(true))
  useEffect(() => {
    if (isSignedIn && takeWish(tool.id)) grant()
  }, [isSignedIn, tool.id])
}

interface FavoriteButtonProps {
  readonly tool: Favored
  /** On a page of many tools the name says which one. */
  readonly label?: string
  readonly className?: string
  /** Before a visitor is sent to sign in. */
  readonly onLeave?: () => void
}

/** A star that is filled for the tools one keeps; the second and last stop of Tab on a card. */
export function FavoriteButton(props: FavoriteButtonProps) {
  const { tool, label = `Favourite: ${tool.title}`, className, onLeave } = props
  const { isFavorite, toggle } = useFavorite(tool, onLeave)
  return (
    <button
      type="button"
      aria-pressed={isFavorite}
      aria-label={label}
      title={isFavorite ? 'Remove from favourites' : 'Add to favourites'}
      onClick={toggle}
      className={classNames(
        'inline-flex size-9 items-center justify-center rounded-6 text-text-3 hover:bg-hover hover:text-mark-ink',
        'aria-pressed:text-mark-ink pointer-coarse:size-11 noscript:hidden',
        className,
      )}
    >
      <Star size={18} className={isFavorite ? 'fill-current' : undefined} />
    </button>
  )
}
