import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { FxnCard } from '#src/features/catalog/catalog.schema.ts'
import { moved } from '#src/lib/moved.ts'
import type { favoritesContract } from './favorites.schema.ts'

export const FAVORITES_KEY = ['/api/favorites']

/** Moves favourites: seen at once, saved one after the other, and taken back when saving fails. */
export function useOrder(favorites: readonly FxnCard[]) {
  const client = useQueryClient()
  const [said, setSaid] = useState('')
  const isSaving = useRef(false)
  const waiting = useRef<readonly FxnCard[]>(undefined)

  const show = (fxns: readonly FxnCard[]) =>
    client.setQueryData(FAVORITES_KEY, (before: object | undefined) => ({ away: [], ...before, fxns }))
  const save = async (wanted: readonly FxnCard[], before: readonly FxnCard[]) => {
    waiting.current = wanted
    if (isSaving.current) return
    isSaving.current = true
    let saved = before
    try {
      // Who presses five times saves the first and the last of five orders.
      while (waiting.current !== undefined) {
        const next: readonly FxnCard[] = waiting.current
        waiting.current = undefined
        const body = { ids: next.map(({ id }) => id) }
        await api<typeof favoritesContract.order>('PUT', '/api/favorites/order', { body })
        saved = next
      }
    } catch (error) {
      waiting.current = undefined
      show(saved)
      toast({ kind: 'error', title: 'Failed to save the order', description: toApiError(error).message })
    } finally {
      isSaving.current = false
    }
  }
  const move = (from: number, to: number) => {
    const next = moved(favorites, from, to)
    if (next === favorites || from === to) return
    show(next)
    setSaid(`${favorites[from]?.title}: place ${to + 1} of ${favorites.length}`)
    void save(next, favorites)
  }
  return { move, said }
}
