import { CircleAlert, Play, RotateCcw, Undo2 } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { toast } from '#src/client/toasts.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { CopyButton } from '#src/ui/copy-button.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { LiveRegion } from '#src/ui/live-region.tsx'
import { formatValue } from '#src/ui/outputs/format-value.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { DownloadMenu } from './later-menu.web.tsx'
import { OutputPart } from './output-part.web.tsx'
import { byWidth, resultText, type ShownOutput, shownOutputs } from './outputs.ts'
import { currentFailure } from './tool-session.ts'
import type { ToolRun } from './use-tool-run.web.tsx'

const RunProgress = lazyPart(() => import('./run-progress.web.tsx').then((file) => file.RunProgress))

const ANNOUNCED_AFTER_MS = 700

export const RESULTS_ID = 'results'

interface ResultsCardProps {
  readonly tool: ToolRun
  readonly fxn: Fxn
  /** Leads on from a result; nowhere from the frame of another site. */
  readonly onward?: (outputs: readonly ShownOutput[]) => ReactNode
}

export function ResultsCard({ tool, fxn, onward }: ResultsCardProps) {
  const { session, isLive, isOutdated } = tool
  const { result } = session
  const outputs = result === undefined ? [] : shownOutputs(fxn.outputSchema, result.outputs)
  const failure = currentFailure(session)
  const isWaiting = session.running !== undefined && !isLive
  return (
    <Card
      id={RESULTS_ID}
      heading="Results"
      className="scroll-mt-20"
      actions={
        outputs.length === 0 ? undefined : (
          <>
            {isOutdated ? <Badge kind="warn">Not up to date</Badge> : null}
            <CopyButton
              text={() => resultText(outputs)}
              onCopied={() => toast({ kind: 'success', title: 'Copied to clipboard' })}
            />
            {onward?.(outputs)}
            <DownloadMenu slug={fxn.slug} outputs={outputs} />
            <Button size="dense" icon={RotateCcw} title="Reset" className="px-2!" onClick={tool.reset}>
              <span className="sr-only">Reset</span>
            </Button>
          </>
        )
      }
    >
      <Announcement tool={tool} outputs={outputs} />
      <div className="flex flex-col gap-4">
        {failure && failure.details.length === 0 ? <Failed message={failure.message} /> : null}
        {isWaiting && !tool.isLocal ? (
          <Suspense fallback={<Skeleton className="h-5 w-48" />}>
            <RunProgress />
          </Suspense>
        ) : null}
        {isWaiting && result === undefined ? (
          <Waiting isSaid={tool.isLocal} />
        ) : outputs.length === 0 ? (
          failure === undefined ? (
            <Ready tool={tool} />
          ) : null
        ) : (
          <Dimmed when={isOutdated || isWaiting}>
            <Outputs outputs={byWidth(outputs).narrow} slug={fxn.slug} />
          </Dimmed>
        )}
      </div>
    </Card>
  )
}

/** What does not fit beside the form; nothing for most tools. */
export function WideResults({ tool, fxn }: Omit<ResultsCardProps, 'onward'>) {
  const { session, isOutdated } = tool
  const { result } = session
  const { wide } = byWidth(result === undefined ? [] : shownOutputs(fxn.outputSchema, result.outputs))
  return wide.length === 0 ? null : (
    <Card heading="Results in detail" actions={isOutdated ? <Badge kind="warn">Not up to date</Badge> : undefined}>
      <Dimmed when={isOutdated}>
        <Outputs outputs={wide} slug={fxn.slug} />
      </Dimmed>
    </Card>
  )
}

const Dimmed = ({ when, children }: { when: boolean; children: ReactNode }) => (
  <div className={classNames(when && 'grayscale [&_*]:text-text-3!')}>{children}</div>
)

const isFigure = ({ spec, value }: ShownOutput): boolean => spec.renderer === 'badge' && typeof value !== 'object'

/** The lead alone, figures side by side, everything else in its full width. */
const Outputs = ({ outputs, slug }: { outputs: readonly ShownOutput[]; slug: string }) => (
  <div className="grid grid-cols-2 gap-x-6 gap-y-5">
    {outputs.map((output) => (
      <div
        key={output.name}
        className={classNames('min-w-0', (output.spec.primary || !isFigure(output)) && 'col-span-2')}
      >
        <OutputPart output={output} slug={slug} />
      </div>
    ))}
  </div>
)

const Failed = ({ message }: { message: string }) => (
  <div role="alert" className="flex items-start gap-2 rounded-6 border border-bad bg-bad-soft p-3 text-14 text-bad">
    <CircleAlert size={16} className="mt-0.5" />
    <p className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">{message}</p>
  </div>
)

const Waiting = ({ isSaid }: { isSaid: boolean }) => (
  <div className="flex flex-col gap-3 py-2">
    {isSaid ? (
      <span role="status" className="sr-only">
        Running…
      </span>
    ) : null}
    <Skeleton className="h-8 w-32" />
    <Skeleton className="h-4 w-3/4" />
    <Skeleton className="h-4 w-1/2" />
  </div>
)

const Ready = ({ tool }: { tool: ToolRun }) => (
  <EmptyState
    icon={Play}
    level={3}
    title="Ready to run"
    actions={
      tool.session.undo === undefined ? undefined : (
        <Button icon={Undo2} onClick={tool.undo}>
          Undo reset
        </Button>
      )
    }
  >
    {tool.isLive ? 'Fill in the form: the result appears while you type.' : 'Fill in the form, then press Run.'}
  </EmptyState>
)

/** Says the leading result once typing has paused. */
function Announcement({ tool, outputs }: { tool: ToolRun; outputs: readonly ShownOutput[] }) {
  const { session } = tool
  const [lead] = outputs
  const text =
    lead === undefined || session.revision === 0 || tool.isOutdated || typeof lead.value === 'object'
      ? ''
      : `${lead.spec.label}: ${formatValue(lead.value, lead.spec.format).slice(0, 200)}`
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), ANNOUNCED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return <LiveRegion message={said} />
}
