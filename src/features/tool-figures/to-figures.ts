import { daysOf } from '#src/features/analytics/sum-up.ts'
import type { FigureSums, RunSums, ViewSums } from './tool-figures.queries.ts'
import type { FigureDay, ToolFigures } from './tool-figures.schema.ts'

type Counts = Omit<FigureDay, 'day'>

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole)

function countsOf(run: RunSums | undefined, view: ViewSums | undefined): Counts {
  const { runs = 0, succeeded = 0, from_pages: fromPages = 0, people = 0, p50 = null, p95 = null } = run ?? {}
  const { believed = 0, believed_succeeded: good = 0 } = run ?? {}
  const views = view?.views ?? 0
  return {
    ...{ runs, succeeded, failed: runs - succeeded, successRate: ratio(good, believed) },
    ...{ people, views, runsPerView: ratio(fromPages, views), p50, p95 },
  }
}

interface Asked {
  readonly title: string
  readonly slug: string
  readonly from: string
  readonly to: string
}

export function toFigures({ title, slug, from, to }: Asked, sums: FigureSums): ToolFigures {
  const runs = new Map(sums.runs.map((row) => [row.day, row]))
  const views = new Map(sums.views.map((row) => [row.day, row]))
  return {
    ...{ title, slug, from, to },
    conversion: {
      ...sums.conversion,
      ranRate: ratio(sums.conversion.ran, sums.conversion.viewers),
      boughtRate: ratio(sums.conversion.bought, sums.conversion.viewers),
    },
    revenue: sums.revenue,
    total: countsOf(runs.get(null), views.get(null)),
    days: daysOf(from, to).map((day) => ({ day, ...countsOf(runs.get(day), views.get(day)) })),
    failures: sums.failures.map(({ last_at: lastAt, ...failure }) => ({ ...failure, lastAt: lastAt.toISOString() })),
  }
}
