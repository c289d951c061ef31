import type { SearchAnswer } from '#src/features/catalog/catalog.schema.ts'
import { exactOrMore } from '#src/features/catalog/count-text.ts'

export interface Fact {
  readonly value: string
  readonly label: string
}

interface Counted {
  readonly search: Pick<SearchAnswer, 'total' | 'capped' | 'categoryCounts'> | undefined
  readonly nodeTypes: number | undefined
}

/** None for a count of nothing. */
const fact = (count: number, [one, many]: readonly [string, string], capped = false): Fact[] =>
  count === 0 ? [] : [{ value: exactOrMore(count, capped), label: count === 1 && !capped ? one : many }]

/** Only what was counted just now; what there is none of or could not be counted is not said. */
export function countedFacts({ search, nodeTypes }: Counted): Fact[] {
  const facts: Fact[] = []
  if (search !== undefined) {
    const categories = Object.entries(search.categoryCounts).filter(([name, count]) => name !== 'all' && count > 0)
    facts.push(...fact(search.total, ['tool', 'tools'], search.capped))
    facts.push(...fact(categories.length, ['category', 'categories']))
  }
  if (nodeTypes !== undefined) facts.push(...fact(nodeTypes, ['node type for workflows', 'node types for workflows']))
  return facts
}
