import { durationText } from '#src/client/duration.ts'
import { DayChart } from '#src/features/analytics/day-chart.web.tsx'
import { FailuresSection } from '#src/features/analytics/failures-section.web.tsx'
import { DURATION_IN_FILE, duration, hundredths, percent, whole } from '#src/features/analytics/figure-texts.ts'
import { dollars } from '#src/lib/price-text.ts'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { Stats } from '#src/ui/stat.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { failureText } from './failure-texts.ts'
import type { FigureDay, ToolFigures } from './tool-figures.schema.ts'

const perView = (rate: number | null) => (rate === null ? '–' : rate.toFixed(2))

/** "of 3 sales and 1 tip" */
function takingsOf({ sales, tips }: ToolFigures['revenue']): string {
  const counted = (count: number, word: string) => (count === 1 ? `1 ${word}` : `${whole(count)} ${word}s`)
  const parts = [
    ...(sales > 0 || tips === 0 ? [counted(sales, 'sale')] : []),
    ...(tips > 0 ? [counted(tips, 'tip')] : []),
  ]
  return `of ${parts.join(' and ')}`
}

export function FiguresView({ figures }: { readonly figures: ToolFigures }) {
  const { total, days, from, to, conversion, revenue } = figures
  const names = days.map(({ day }) => day)
  const values = (name: Exclude<keyof FigureDay, 'day'>) => days.map((day) => day[name])
  return (
    <>
      <Stats
        stats={[
          { label: 'Runs', value: whole(total.runs), detail: `${whole(total.failed)} failed` },
          { label: 'People signed in', value: whole(total.people) },
          { label: 'Success rate', value: percent(total.successRate) },
          { label: 'Median duration', value: duration(total.p50), detail: `p95 ${duration(total.p95)}` },
          { label: 'Views', value: whole(total.views), detail: `${perView(total.runsPerView)} runs per view` },
          {
            label: 'Viewers who ran it',
            value: percent(conversion.ranRate),
            detail: `${whole(conversion.ran)} of ${whole(conversion.viewers)} signed in`,
          },
          ...(conversion.bought === 0
            ? []
            : [
                {
                  label: 'Viewers who bought it',
                  value: percent(conversion.boughtRate),
                  detail: `${whole(conversion.bought)} of ${whole(conversion.viewers)} signed in`,
                },
              ]),
          ...(revenue.sales === 0 && revenue.tips === 0 && revenue.share === 0
            ? []
            : [
                {
                  label: 'Your share, after refunds',
                  value: dollars(revenue.share),
                  detail: takingsOf(revenue),
                },
              ]),
        ]}
      />
      <section aria-labelledby="by-day" className="flex flex-col gap-4">
        <SectionHeader id="by-day" title="By day" />
        <div className="grid gap-4 xl:grid-cols-2">
          <DayChart
            title="Runs"
            kind="bars"
            days={names}
            format={whole}
            fileName={`tool-runs-${from}-${to}.csv`}
            series={[
              { name: 'Succeeded', values: values('succeeded'), fill: 'fill-chart-3', stroke: 'stroke-chart-3' },
              { name: 'Failed', values: values('failed'), fill: 'fill-chart-5', stroke: 'stroke-chart-5' },
            ]}
          />
          <DayChart
            title="Views and people"
            kind="lines"
            days={names}
            format={whole}
            fileName={`tool-views-${from}-${to}.csv`}
            series={[
              { name: 'Views', values: values('views'), fill: 'fill-chart-1', stroke: 'stroke-chart-1' },
              {
                ...{ name: 'People signed in', values: values('people') },
                ...{ fill: 'fill-chart-4', stroke: 'stroke-chart-4', dashes: '6 4' },
              },
            ]}
          />
          <DayChart
            title="Duration of succeeded runs"
            kind="lines"
            days={names}
            format={durationText}
            inFile={DURATION_IN_FILE}
            fileName={`tool-durations-ms-${from}-${to}.csv`}
            series={[
              { name: 'Median', values: values('p50'), fill: 'fill-chart-1', stroke: 'stroke-chart-1' },
              { name: 'p95', values: values('p95'), fill: 'fill-chart-4', stroke: 'stroke-chart-4', dashes: '6 4' },
            ]}
          />
          <DayChart
            title="Failed runs"
            kind="lines"
            days={names}
            format={whole}
            fileName={`tool-failed-runs-${from}-${to}.csv`}
            series={[{ name: 'Failed', values: values('failed'), fill: 'fill-chart-5', stroke: 'stroke-chart-5' }]}
          />
          <DayChart
            title="Success rate"
            kind="lines"
            days={names}
            format={percent}
            inFile={{ unit: '%', figure: hundredths }}
            fileName={`tool-success-rate-percent-${from}-${to}.csv`}
            series={[
              {
                ...{ name: 'Succeeded of all runs', values: values('successRate') },
                ...{ fill: 'fill-chart-3', stroke: 'stroke-chart-3' },
              },
            ]}
          />
        </div>
      </section>
      <Failures figures={figures} />
    </>
  )
}

const Failures = ({ figures: { failures, total, from, to } }: { readonly figures: ToolFigures }) => (
  <FailuresSection
    title="Failures"
    caption="Failures by code and version"
    rows={failures}
    rowKey={({ code, version }) => `${code} ${version}`}
    first={[
      { key: 'what', header: 'What happened', isHeader: true, cell: ({ code }) => failureText(code) },
      { key: 'code', header: 'Code', cell: ({ code }) => (code === '' ? '–' : <code>{code}</code>) },
      { key: 'version', header: 'Version', numeric: true, cell: ({ semver, version }) => semver ?? version },
    ]}
    last={[{ key: 'last', header: 'Last', cell: ({ lastAt }) => <TimeAgo at={lastAt} /> }]}
    failed={total.failed}
    fileName={`tool-failures-${from}-${to}.csv`}
    firstInFile={{ names: ['code', 'version'], of: ({ code, semver, version }) => [code, semver ?? version] }}
    lastInFile={{ names: ['last'], of: ({ lastAt }) => [lastAt] }}
  />
)
