import { Download } from 'lucide-react'
import { durationText } from '#src/client/duration.ts'
import { saveFile } from '#src/client/save-file.ts'
import { DayChart } from '#src/features/analytics/day-chart.web.tsx'
import { duration, percent, whole } from '#src/features/analytics/figure-texts.ts'
import { csvLine } from '#src/lib/csv.ts'
import { Button } from '#src/ui/button.tsx'
import { DataTable } from '#src/ui/data-table.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { Stats } from '#src/ui/stat.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { failureText } from './failure-texts.ts'
import type { FigureDay, ToolFigures } from './tool-figures.schema.ts'

const perView = (rate: number | null) => (rate === null ? '–' : rate.toFixed(2))

export function FiguresView({ figures }: { readonly figures: ToolFigures }) {
  const { total, days, from, to } = figures
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
          { label: 'Views', value: whole(total.views) },
          { label: 'Runs per view', value: perView(total.runsPerView) },
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
            fileName={`tool-durations-ms-${from}-${to}.csv`}
            series={[
              { name: 'Median', values: values('p50'), fill: 'fill-chart-1', stroke: 'stroke-chart-1' },
              { name: 'p95', values: values('p95'), fill: 'fill-chart-4', stroke: 'stroke-chart-4', dashes: '6 4' },
            ]}
          />
          <DayChart
            title="Success rate"
            kind="lines"
            days={names}
            format={percent}
            fileName={`tool-success-rate-${from}-${to}.csv`}
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

function Failures({ figures: { failures, total, from, to } }: { readonly figures: ToolFigures }) {
  if (failures.length === 0) return null
  const download = () => {
    const lines = failures.map(({ code, version, count, lastAt }) => [code, version, count, lastAt])
    const text = [['code', 'version', 'count', 'last'], ...lines].map(csvLine).join('')
    saveFile(`tool-failures-${from}-${to}.csv`, `\ufeff${text}`, 'text/csv;charset=utf-8')
  }
  return (
    <section aria-labelledby="failures" className="flex flex-col gap-4">
      <SectionHeader
        id="failures"
        title="Failures"
        actions={
          <Button size="dense" icon={Download} onClick={download}>
            Download CSV<span className="sr-only"> of failures</span>
          </Button>
        }
      />
      <DataTable
        caption="Failures by code and version"
        hidesCaption
        rows={failures}
        rowKey={({ code, version }) => `${code} ${version}`}
        columns={[
          { key: 'what', header: 'What happened', isHeader: true, cell: ({ code }) => failureText(code) },
          { key: 'code', header: 'Code', cell: ({ code }) => (code === '' ? '–' : <code>{code}</code>) },
          { key: 'version', header: 'Version', numeric: true, cell: ({ version }) => version },
          { key: 'count', header: 'Runs', numeric: true, cell: ({ count }) => whole(count) },
          {
            key: 'share',
            header: 'Of all failures',
            numeric: true,
            cell: ({ count }) => percent(total.failed === 0 ? null : count / total.failed),
          },
          { key: 'last', header: 'Last', cell: ({ lastAt }) => <TimeAgo at={lastAt} /> },
        ]}
      />
    </section>
  )
}
