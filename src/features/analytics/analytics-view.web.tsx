import { durationText } from '#src/client/duration.ts'
import { adviceFor } from '#src/features/executions/failure-advice.ts'
import { STEPS_OF_TENTHS } from '#src/ui/outputs/chart-scale.ts'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { Stats } from '#src/ui/stat.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import type { Analytics, AnalyticsDay } from './analytics.schema.ts'
import { DayChart } from './day-chart.web.tsx'
import { FailuresSection } from './failures-section.web.tsx'
import { DURATION_IN_FILE, duration, hundredths, percent, tenths, whole } from './figure-texts.ts'

const savedText = (seconds: number) => (seconds === 0 ? '0 s' : durationText(seconds * 1000))

interface AnalyticsViewProps {
  readonly analytics: Analytics
  readonly workflowId: string
}

export function AnalyticsView({ analytics, workflowId }: AnalyticsViewProps) {
  const { total, days, from, to } = analytics
  const names = days.map(({ day }) => day)
  const values = (name: Exclude<keyof AnalyticsDay, 'day'>) => days.map((day) => day[name])
  const open = days.map(({ runs, succeeded, failed, cancelled }) => runs - succeeded - failed - cancelled)
  return (
    <>
      <Stats
        stats={[
          { label: 'Runs', value: whole(total.runs), detail: `${whole(total.failed)} failed` },
          { label: 'Success rate', value: percent(total.successRate) },
          { label: 'Median duration', value: duration(total.p50), detail: `p95 ${duration(total.p95)}` },
          {
            label: 'Time saved',
            value: total.timeSavedSeconds === null ? '–' : savedText(total.timeSavedSeconds),
          },
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
            fileName={`runs-${from}-${to}.csv`}
            series={[
              { name: 'Succeeded', values: values('succeeded'), fill: 'fill-chart-3', stroke: 'stroke-chart-3' },
              { name: 'Failed', values: values('failed'), fill: 'fill-chart-5', stroke: 'stroke-chart-5' },
              { name: 'Cancelled', values: values('cancelled'), fill: 'fill-chart-6', stroke: 'stroke-chart-6' },
              { name: 'Under way', values: open, fill: 'fill-chart-2', stroke: 'stroke-chart-2' },
            ]}
          />
          <DayChart
            title="Duration of succeeded runs"
            kind="lines"
            days={names}
            format={duration}
            inFile={DURATION_IN_FILE}
            fileName={`durations-ms-${from}-${to}.csv`}
            series={[
              { name: 'Median', values: values('p50'), fill: 'fill-chart-1', stroke: 'stroke-chart-1' },
              { name: 'p95', values: values('p95'), fill: 'fill-chart-4', stroke: 'stroke-chart-4', dashes: '6 4' },
              { name: 'p99', values: values('p99'), fill: 'fill-chart-2', stroke: 'stroke-chart-2', dashes: '1 5' },
            ]}
          />
          <DayChart
            title="Success rate"
            kind="lines"
            days={names}
            format={percent}
            inFile={{ unit: '%', figure: hundredths }}
            fileName={`success-rate-percent-${from}-${to}.csv`}
            series={[
              {
                ...{ name: 'Succeeded of those that ended', values: values('successRate') },
                ...{ fill: 'fill-chart-3', stroke: 'stroke-chart-3' },
              },
            ]}
          />
          {total.timeSavedSeconds === null ? null : (
            <DayChart
              title="Time saved"
              kind="bars"
              days={names}
              format={(minutes) => `${whole(tenths(minutes))} min`}
              steps={STEPS_OF_TENTHS}
              inFile={{ unit: 'min', figure: tenths }}
              fileName={`time-saved-minutes-${from}-${to}.csv`}
              series={[
                {
                  ...{
                    name: 'By succeeded runs',
                    values: values('timeSavedSeconds').map((seconds) => (seconds === null ? null : seconds / 60)),
                  },
                  ...{ fill: 'fill-chart-1', stroke: 'stroke-chart-1' },
                },
              ]}
            />
          )}
        </div>
      </section>
      <Failures analytics={analytics} workflowId={workflowId} />
    </>
  )
}

const Failures = ({ analytics: { failures, total, from, to }, workflowId }: AnalyticsViewProps) => (
  <FailuresSection
    title="Failures by cause and step"
    caption="Failures by cause and step"
    rows={failures}
    rowKey={({ code, step }) => `${code} ${step}`}
    first={[
      {
        key: 'code',
        header: 'Cause',
        isHeader: true,
        cell: ({ code }) =>
          code === '' ? (
            'Unknown'
          ) : (
            <span className="flex min-w-56 flex-col font-normal">
              <TextLink
                to={`/workflows/${workflowId}/executions?text=${encodeURIComponent(code)}`}
                className="inline-flex min-h-6 w-fit items-center"
              >
                {code}
              </TextLink>
              <span className="text-13 text-text-2">{adviceFor(code)}</span>
            </span>
          ),
      },
      { key: 'step', header: 'Step', cell: ({ step }) => (step === '' ? 'The run as a whole' : step) },
    ]}
    failed={total.failed}
    fileName={`failures-${from}-${to}.csv`}
    firstInFile={{ names: ['cause', 'step'], of: ({ code, step }) => [code, step] }}
  />
)
