import { TagLink } from '#src/ui/badge.tsx'

export const MODE_WORDS = { all: 'Real and test', live: 'Real money', test: 'Test money' } as const

/** What lists of money are narrowed by; it stands in their addresses. */
export interface MoneyFilter {
  readonly search: string
  readonly state: string
  readonly mode: keyof typeof MODE_WORDS
}

export const toParams = ({ search, state, mode }: MoneyFilter) => ({
  ...(search !== '' && { q: search }),
  ...(state !== 'all' && { state }),
  ...(mode !== 'all' && { mode }),
})

export const addressOf = (path: string, filter: MoneyFilter): string => {
  const params = new URLSearchParams(toParams(filter))
  return `${path}${params.size === 0 ? '' : `?${params}`}`
}

interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly of: readonly Value[]
  readonly current: Value
  readonly wordOf: (value: Value) => string
  readonly addressOf: (value: Value) => string
}

export const Choices = <Value extends string>({ label, of, current, wordOf, addressOf: to }: ChoicesProps<Value>) => (
  <nav aria-label={label}>
    <ul className="flex flex-wrap gap-1.5">
      {of.map((value) => (
        <li key={value}>
          <TagLink to={to(value)} current={current === value}>
            {wordOf(value)}
          </TagLink>
        </li>
      ))}
    </ul>
  </nav>
)
