import { ArrowDown } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { api } from '#src/client/api.ts'
import type { catalogContract, Fxn } from '#src/features/catalog/catalog.schema.ts'
import { FavoriteButton, useWishedFavorite } from '#src/features/favorites/favorite-button.web.tsx'
import { handOver } from '#src/features/tool-runs/hand-over.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { formatValue } from '#src/ui/outputs/format-value.ts'
import { PageBody } from '#src/ui/shell/page-header.tsx'
import { Computation, Standing } from './about-tool.web.tsx'
import type { DateText } from './date-text.ts'
import { Examples } from './examples.web.tsx'
import { inputsOf } from './form-values.ts'
import { InputCard } from './input-card.web.tsx'
import { MoreMenu, SendMenu, ShareMenu } from './later-menu.web.tsx'
import { EarlierRuns, Lent, Paywall, RatingsAndReviews, UseElsewhere, VerifiedCases } from './later-parts.web.tsx'
import type { Opening } from './open-tool.ts'
import { shownOutputs } from './outputs.ts'
import { RESULTS_ID, ResultsCard, WideResults } from './results-card.web.tsx'
import { ToolHead } from './tool-head.web.tsx'
import { useHistory } from './use-history.web.tsx'
import { type ToolRun, useToolRun } from './use-tool-run.web.tsx'

interface ToolBenchProps {
  readonly fxn: Fxn
  readonly opening: Opening
  /** Why this person may not use it; undefined when they may. */
  readonly shut: string | undefined
  /** They may use it for as long as its creator lets them. */
  readonly isLent: boolean
  readonly origin: string
  readonly updated: DateText
  /** What leaves the browser. */
  readonly privacy: string
  /** What follows at the end of the page. */
  readonly children: ReactNode
}

/** More than any screen shows in one line. */
const LONGEST_TITLE = 300

const viewed = new Set<string>()

/** Counts the opening of the page, once a visit. That it failed is nobody's concern. */
function useView(toolId: string): void {
  useEffect(() => {
    if (viewed.has(toolId)) return
    viewed.add(toolId)
    api<typeof catalogContract.view>('POST', '/api/discovery/views/:id', { params: { id: toolId } }).catch(
      () => undefined,
    )
  }, [toolId])
}

const showResults = () => document.getElementById(RESULTS_ID)?.scrollIntoView({ block: 'start' })

/** A tool with its inputs, its result and what explains both. */
export function ToolBench({ fxn, opening, shut, isLent, origin, updated, privacy, children }: ToolBenchProps) {
  const [refusal, setRefusal] = useState<{ readonly reason: string }>()
  const tool = useToolRun(fxn, opening, { shut, onShut: (reason) => setRefusal({ reason }) })
  const reason = refusal?.reason ?? shut
  useView(fxn.id)
  useWishedFavorite(fxn)
  const { fields, session } = tool
  const { values, result } = session
  const inputs = useMemo(() => inputsOf(fields, values), [fields, values])
  useHistory(fxn, tool, inputs)
  const [showsCases, setShowsCases] = useState(false)
  // A frame knows nobody, so nobody in it has bought anything.
  const embed = fxn.pricing.pricingModel !== 'free' || fxn.accessTier === 'pro' ? undefined : { fxn, inputs, origin }
  const pick = (example: Readonly<Record<string, unknown>>, outputs?: JsonObject) => {
    tool.fill(example, outputs)
    showResults()
  }
  return (
    <>
      <ToolHead
        fxn={fxn}
        updated={updated}
        durationMs={result?.durationMs}
        onCases={() => setShowsCases(true)}
        actions={
          <>
            <FavoriteButton
              tool={fxn}
              label="Favourite"
              className="border border-line bg-surface shadow-1"
              onLeave={() => handOver(fxn.slug, inputs)}
            />
            <ShareMenu inputs={inputs} embed={embed} size="regular" />
            <MoreMenu tool={tool} fxn={fxn} size="regular" />
          </>
        }
      />
      {showsCases ? <VerifiedCases fxn={fxn} onPick={pick} onClose={() => setShowsCases(false)} /> : null}
      <PageBody>
        {reason === undefined ? null : (
          <Suspense>
            <Paywall fxn={fxn} reason={reason} refusal={refusal} onAnew={() => setRefusal(undefined)} />
          </Suspense>
        )}
        {isLent && reason === undefined ? (
          <Suspense>
            <Lent fxn={fxn} />
          </Suspense>
        ) : null}
        <div className="grid items-start gap-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
          <div className="relative min-w-0">
            <ResultPeek tool={tool} fxn={fxn} />
            <InputCard tool={tool} fxn={fxn} />
          </div>
          <div className="min-w-0 lg:sticky lg:top-20 lg:row-span-2">
            <ResultsCard
              tool={tool}
              fxn={fxn}
              onward={(outputs) => (
                <>
                  <ShareMenu inputs={inputs} embed={embed} />
                  {fxn.inputConfig.confidential ? null : <SendMenu fxn={fxn} outputs={outputs} />}
                </>
              )}
            />
          </div>
          <div className="min-w-0">
            <Examples examples={fxn.examples} onPick={(input) => pick(input)} />
          </div>
        </div>
        <WideResults tool={tool} fxn={fxn} />
        <Computation method={fxn.method} sources={fxn.sources} />
        <div className="flex flex-col gap-3">
          <EarlierRuns fxn={fxn} onRestore={(run) => pick(run.inputs, run.outputs)} />
          <UseElsewhere fxn={fxn} inputs={inputs} origin={origin} />
          <p className="max-w-3xl text-13 text-text-2">{privacy}</p>
          <Standing quality={fxn.quality} />
        </div>
        {children}
        <RatingsAndReviews fxn={fxn} />
      </PageBody>
    </>
  )
}

/** On small screens the leading result stays in sight above the form, and above the keyboard; it leads to all results. */
function ResultPeek({ tool, fxn }: { tool: ToolRun; fxn: Fxn }) {
  const { session, isOutdated } = tool
  const [lead] = session.result === undefined ? [] : shownOutputs(fxn.outputSchema, session.result.outputs)
  if (lead === undefined || typeof lead.value === 'object' || lead.spec.renderer === 'image') return null
  const shown = formatValue(lead.value, lead.spec.format)
  return (
    <div className="result-peek">
      <button type="button" onClick={showResults}>
        <span className="text-13 text-text-2">{isOutdated ? 'Not up to date' : lead.spec.label}</span>
        <span
          title={shown.slice(0, LONGEST_TITLE)}
          className="figures min-w-0 flex-1 truncate text-16 font-semibold text-accent-text"
        >
          {shown.slice(0, LONGEST_TITLE)}
        </span>
        <span className="sr-only">Show all results</span>
        <ArrowDown size={16} className="text-text-2" />
      </button>
    </div>
  )
}
