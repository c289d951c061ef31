import type { FxnCard } from '#src/features/catalog/catalog.schema.ts'
import { csvLine } from '#src/lib/csv.ts'

type Favorite = Pick<FxnCard, 'slug' | 'title' | 'category' | 'description'>

const NAMES = ['slug', 'title', 'category', 'description', 'url'] as const

const toEntry = ({ slug, title, category, description }: Favorite, origin: string) => ({
  ...{ slug, title, category, description },
  url: `${origin}/fxn/${slug}`,
})

/** In their order, for programs. */
export const favoritesJson = (favorites: readonly Favorite[], origin: string): string =>
  JSON.stringify(
    favorites.map((favorite) => toEntry(favorite, origin)),
    null,
    2,
  )

/** In their order, for spreadsheets; the mark in front tells them that it is UTF-8. */
export function favoritesCsv(favorites: readonly Favorite[], origin: string): string {
  const lines = favorites.map((favorite) => {
    const entry = toEntry(favorite, origin)
    return csvLine(NAMES.map((name) => entry[name]))
  })
  return `\ufeff${csvLine(NAMES)}${lines.join('')}`
}
