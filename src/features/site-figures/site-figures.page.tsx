import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { AdminFrame } from '#src/features/admin/admin-frame.web.tsx'
import { DayChart } from '#src/features/analytics/day-chart.web.tsx'
import { tenths } from '#src/features/analytics/figure-texts.ts'
import { STEPS_OF_TENTHS } from '#src/ui/outputs/chart-scale.ts'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { CardSkeletons } from '#src/ui/skeleton.tsx'
import { Stats } from '#src/ui/stat.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import {
  FIGURE_DAYS,
  type FigureDay,
  type Health,
  type HealthCheck,
  type SiteFigures,
  type siteFiguresContract,
} from './site-figures.schema.ts'

export default function SiteFiguresPage() {
  const query = useQuery(getting<typeof siteFiguresContract.get>('/api/admin/figures'))
  return (
    <AdminFrame title="Figures" lead={`The last ${FIGURE_DAYS} days in UTC, and whether everything works.`}>
      <QueryView
        query={query}
        loading={<CardSkeletons count={4} label="Loading figures…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch the figures" {...failure} />}
      >
        {(figures) => <Figures figures={figures} />}
      </QueryView>
    </AdminFrame>
  )
}

const whole = (value: number) => value.toLocaleString('en')
const perThousand = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 })
const hours = (value: number | null) =>
  value === null ? '–' : `${value.toLocaleString('en', { maximumFractionDigits: 1 })} h`

function Figures({ figures: { days, queue, health } }: { readonly figures: SiteFigures }) {
  const total = (key: Kind) => days.reduce((sum, day) => sum + day[key], 0)
  return (
    <>
      <section aria-labelledby="health" className="flex flex-col gap-4">
        <SectionHeader id="health" title="Health" />
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          {health.map((one) => (
            <HealthItem key={one.check} health={one} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="sums" className="flex flex-col gap-4">
        <SectionHeader id="sums" title={`${FIGURE_DAYS} days`} />
        <Stats
          stats={[
            { label: 'Sign-ups', value: whole(total('signUps')) },
            { label: 'Tool runs', value: whole(total('toolRuns')) },
            { label: 'Workflow runs', value: whole(total('workflowRuns')) },
            {
              label: 'Searches without results',
              value: whole(total('missedSearches')),
              detail: `of ${whole(total('searches'))}`,
            },
            { label: 'Reports for 1,000 tool runs', value: rateOf(total('reports'), total('toolRuns')) },
            { label: 'Waiting for a moderator', value: whole(queue.open), detail: `${whole(queue.overdue)} overdue` },
            { label: 'Longest wait', value: hours(queue.oldestHours) },
            { label: 'Median time to a decision', value: hours(queue.medianHours) },
            { label: 'Reports upheld', value: whole(total('upheldReports')), detail: `of ${whole(total('reports'))}` },
          ]}
        />
      </section>
      <section aria-labelledby="by-day" className="flex flex-col gap-4">
        <SectionHeader id="by-day" title="By day" />
        <Charts days={days} />
      </section>
    </>
  )
}

const rateOf = (reports: number, runs: number): string => (runs === 0 ? '–' : perThousand((reports / runs) * 1000))

type Kind = Exclude<keyof FigureDay, 'day' | 'oldestHours'>

/** What somebody should look at. */
const WORRYING = { fill: 'fill-chart-5', stroke: 'stroke-chart-5' }

function Charts({ days }: { readonly days: readonly FigureDay[] }) {
  const names = days.map(({ day }) => day)
  const values = (kind: Kind) => days.map((day) => day[kind])
  const shared = (name: string) => ({ days: names, fileName: `${name}-${names[0]}-${names.at(-1)}.csv` })
  const reportRates = days.map(({ reports, toolRuns }) => (toolRuns === 0 ? null : (reports / toolRuns) * 1000))
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <DayChart
        {...shared('sign-ups')}
        title="Sign-ups"
        kind="bars"
        format={whole}
        series={[{ name: 'Sign-ups', values: values('signUps'), fill: 'fill-chart-1', stroke: 'stroke-chart-1' }]}
      />
      <DayChart
        {...shared('tool-runs')}
        title="Tool runs"
        kind="bars"
        format={whole}
        series={[{ name: 'Runs', values: values('toolRuns'), fill: 'fill-chart-2', stroke: 'stroke-chart-2' }]}
      />
      <DayChart
        {...shared('workflow-runs')}
        title="Workflow runs"
        kind="bars"
        format={whole}
        series={[{ name: 'Runs', values: values('workflowRuns'), fill: 'fill-chart-3', stroke: 'stroke-chart-3' }]}
      />
      <DayChart
        {...shared('searches')}
        title="Searches"
        kind="lines"
        format={whole}
        series={[
          { name: 'All', values: values('searches'), fill: 'fill-chart-1', stroke: 'stroke-chart-1' },
          { name: 'Without results', values: values('missedSearches'), ...WORRYING, dashes: '6 4' },
        ]}
      />
      <DayChart
        {...shared('report-rate')}
        title="Reports for 1,000 tool runs"
        kind="lines"
        format={perThousand}
        series={[{ name: 'Reports', values: reportRates, ...WORRYING }]}
      />
      <DayChart
        {...shared('queue-age')}
        title="Longest wait for a moderator"
        kind="lines"
        format={hours}
        steps={STEPS_OF_TENTHS}
        inFile={{ unit: 'h', figure: tenths }}
        series={[{ name: 'At the end of the day', values: days.map((day) => day.oldestHours), ...WORRYING }]}
      />
    </div>
  )
}

const CHECK_WORDS: Readonly<Record<HealthCheck, string>> = {
  engine: 'Workflow engine',
  sandbox: 'Sandbox',
  tools: 'Built-in tools',
  outbox: 'Outgoing mail',
  disk: 'Disk',
}

const HealthItem = ({ health: { check, ok, detail } }: { readonly health: Health }) => (
  <li className="flex items-start gap-3 rounded-10 border border-line bg-surface p-4 [overflow-wrap:anywhere]">
    {ok ? (
      <CircleCheck size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-ok" />
    ) : (
      <CircleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-bad" />
    )}
    <div>
      <h3 className="text-14 font-medium">
        {CHECK_WORDS[check]}: {ok ? 'fine' : 'look after it'}
      </h3>
      <p className="text-13 text-text-2">{detail}</p>
    </div>
  </li>
)
