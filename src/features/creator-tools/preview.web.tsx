import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { Fxn, FxnCard } from '#src/features/catalog/catalog.schema.ts'
import { Examples } from '#src/features/tool-page/examples.web.tsx'
import { InputCard } from '#src/features/tool-page/input-card.web.tsx'
import { ResultsCard, WideResults } from '#src/features/tool-page/results-card.web.tsx'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Progress } from '#src/ui/meters.tsx'
import type { Draft, Trial } from './creator-tools.schema.ts'
import { mayRunInBrowser, type ToolContent, toInputSchema, toOutputSchema } from './tool-content.schema.ts'
import type { Preview as PreviewRun } from './use-preview-run.web.tsx'

/** The card of what nobody has used yet. */
const newCard = (id: string): FxnCard => ({
  id,
  slug: 'preview',
  title: '',
  description: '',
  category: 'calculator',
  createdBy: null,
  accessTier: 'free',
  pricing: { pricingModel: 'free', price: 0, licenseType: 'personal', accessTier: 'free' },
  codeKind: 'config',
  runsIn: 'server',
  version: 0,
  runCount: 0,
  favoriteCount: 0,
  avgRating: 0,
  ratingCount: 0,
  quality: { score: 0, reasons: [] },
  tags: [],
  publishedAt: null,
  updatedAt: new Date(0).toISOString(),
  successRate: null,
  creator: null,
})

/** The draft as a page would get it, with the figures and the price of what is published. */
export const fxnOf = ({ id, card }: Pick<Draft, 'id' | 'card'>, content: ToolContent): Fxn => ({
  ...(card ?? newCard(id)),
  title: content.title || 'Untitled tool',
  description: content.description,
  category: content.category,
  codeKind: content.kind,
  runsIn: mayRunInBrowser(content) ? 'browser' : 'server',
  version: (card?.version ?? 0) + 1,
  tags: content.tags.map((name) => ({ id: name, name, slug: name, color: null })),
  inputSchema: toInputSchema(content.fields),
  inputConfig: { live: false, large: false, confidential: false, notice: null },
  outputSchema: toOutputSchema(content.outputs),
  examples: content.examples.map((example) => ({ ...example })),
  verified: null,
  method: null,
  sources: [],
  underMaintenance: false,
  icon: content.icon,
  licence: content.licence,
  semver: null,
  refundOpen: false,
  origin: null,
})

interface PreviewProps {
  readonly fxn: Fxn
  readonly preview: PreviewRun
}

const WIDTHS = [
  { id: 'desktop', label: 'Desktop', icon: Monitor },
  { id: 'mobile', label: 'Mobile', icon: Smartphone },
] as const

/** A phone of 360 px, with the margins that its page has there. */
const PHONE = 'mx-auto w-90 max-w-full gap-6 rounded-10 bg-canvas p-4 ring-1 ring-line'

/** Form and result as the tool page draws them, in the width of a screen or of a phone. */
export function Preview({ fxn, preview }: PreviewProps) {
  const [width, setWidth] = useState<(typeof WIDTHS)[number]['id']>('desktop')
  const { tool, trial, measured } = preview
  return (
    <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="preview" className="text-18">
          Preview
        </h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a form group */}
        <div role="group" aria-label="Width of the preview" className="flex gap-1 max-sm:hidden">
          {WIDTHS.map(({ id, label, icon }) => (
            <Button
              key={id}
              size="dense"
              variant={id === width ? 'secondary' : 'ghost'}
              icon={icon}
              aria-pressed={id === width}
              onClick={() => setWidth(id)}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      {/* What is drawn looks at the width that it has, not at the window. */}
      <div className={classNames('flex min-w-0 flex-col', width === 'mobile' ? PHONE : 'gap-4')}>
        {tool.fields.length === 0 ? (
          <p className="rounded-10 border border-dashed border-line p-4 text-14 text-text-2">
            Add an input to see the form.
          </p>
        ) : (
          <InputCard tool={tool} fxn={fxn} />
        )}
        <ResultsCard tool={tool} fxn={fxn} />
        <Misfits trial={trial} />
        <Examples examples={fxn.examples} onPick={(input) => tool.fill(input)} />
        <WideResults tool={tool} fxn={fxn} />
      </div>
      {trial === undefined ? null : <RunReport trial={trial} measured={measured} isCode={fxn.codeKind === 'custom'} />}
    </section>
  )
}

const MB = 1024 * 1024
const milliseconds = (ms: number) => `${ms.toFixed(ms < 10 ? 1 : 0)} ms of ${LIMITS.ms} ms`
const megabytes = (bytes: number) => `${(bytes / MB).toFixed(1)} MB of ${LIMITS.memoryBytes / MB} MB`
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB of ${LIMITS.outputBytes / 1024} kB`

/** Against the limits of the sandbox; what did not run has used nothing. */
function Meters({ trial }: { readonly trial: Trial }) {
  const { cpuMs, memoryBytes } = trial.used ?? { cpuMs: 0, memoryBytes: null }
  const outputBytes = trial.ok ? trial.outputBytes : 0
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-4">
      <Progress label="CPU time" value={Math.min(cpuMs, LIMITS.ms)} max={LIMITS.ms} detail={milliseconds(cpuMs)} />
      {memoryBytes === null ? null : (
        <Progress label="Peak memory" value={memoryBytes} max={LIMITS.memoryBytes} detail={megabytes(memoryBytes)} />
      )}
      <Progress label="Output" value={outputBytes} max={LIMITS.outputBytes} detail={kilobytes(outputBytes)} />
    </div>
  )
}

/** Where what came out is not what the outputs say; a version that does that is not published. */
const Misfits = ({ trial }: { readonly trial: Trial | undefined }) =>
  trial?.ok && trial.misfits.length > 0 ? (
    <ul
      role="alert"
      className="flex flex-col gap-1 rounded-6 border border-bad bg-bad-soft p-3 text-13 font-medium text-bad"
    >
      {trial.misfits.map(({ output, message }) => (
        <li key={output}>{message}</li>
      ))}
    </ul>
  ) : null

interface ReportProps {
  readonly trial: Trial
  readonly measured: Trial | undefined
  readonly isCode: boolean
}

/** What the last run on the server took of what it may, and what the last one wrote. */
const RunReport = ({ trial, measured, isCode }: ReportProps) => (
  <Card heading="Last run" level={3}>
    <div className="flex flex-col gap-4">
      {measured === undefined ? null : <Meters trial={measured} />}
      <p className="meta-line">No network, no files</p>
      {isCode ? (
        <div className="flex flex-col gap-1">
          <h4 className="text-13 font-medium">Console</h4>
          <pre className="max-h-48 overflow-auto rounded-6 bg-sunken p-3 font-mono text-12 whitespace-pre-wrap">
            {trial.console.length === 0 ? 'console.log writes here' : trial.console.join('\n')}
          </pre>
        </div>
      ) : null}
    </div>
  </Card>
)
