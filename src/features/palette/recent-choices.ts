import { RECENT_KEY } from '#src/client/left-here.ts'
import type { FxnCard } from '#src/features/catalog/catalog.schema.ts'

/** What a line of the palette needs of a tool. */
export type ToolChoice = Pick<FxnCard, 'id' | 'slug' | 'title' | 'category'>

const MOST = 5

const isChoice = (value: unknown): value is ToolChoice =>
  typeof value === 'object' && value !== null && ['id', 'slug', 'title', 'category'].every((name) => name in value)

/** The tools that a visitor opened from here; for people with an account the server knows. */
export function recentChoices(): readonly ToolChoice[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(RECENT_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isChoice).slice(0, MOST) : []
  } catch {
    return []
  }
}

export function rememberChoice({ id, slug, title, category }: ToolChoice): void {
  const others = recentChoices().filter((one) => one.id !== id)
  try {
    localStorage.setItem(RECENT_KEY, JSON.stringify([{ id, slug, title, category }, ...others].slice(0, MOST)))
  } catch {
    // Without storage there are no recent ones.
  }
}
