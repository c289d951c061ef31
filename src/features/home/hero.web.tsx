import { PasteHost } from '#src/features/paste/paste-host.web.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import type { Fact } from './facts.ts'
import { type HeroExample, HeroTool } from './hero-tool.web.tsx'

interface HeroProps {
  readonly facts: readonly Fact[]
  readonly example: HeroExample | undefined
}

const GRID =
  'mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 px-4 pt-8 pb-12 md:px-8 md:pt-14 md:pb-14 ' +
  'lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:grid-rows-[auto_auto] lg:content-center'

/** What Fettle is, and one of its tools at work beside it: on small screens before what can wait. */
export const Hero = ({ facts, example }: HeroProps) => (
  <header className="bench-grid bench-ruler">
    <div className={GRID}>
      <div className="flex min-w-0 flex-col items-start gap-5 lg:self-end">
        <h1
          tabIndex={-1}
          data-page-heading=""
          className="max-w-xl bg-canvas pe-3 text-40 tracking-[-0.02em] md:text-[3.25rem] md:leading-[1.05]"
        >
          Small tools, kept in fine fettle.
        </h1>
        <p className="max-w-xl bg-canvas pe-3 text-16 text-text-2 md:text-18">
          Calculators, converters and developer tools that answer while you type, in your own browser. And when a job
          should do itself: workflows that run to their end, whatever happens on the way.
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/workflows" variant="primary" size="touch">
            Create your first workflow
          </ButtonLink>
          <ButtonLink to="/explore" size="touch">
            Explore tools
          </ButtonLink>
        </div>
      </div>
      {example === undefined ? null : (
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-center">
          <HeroTool example={example} />
        </div>
      )}
      <div className="flex min-w-0 flex-col items-start gap-5 lg:col-start-1">
        <PasteHost />
        {facts.length === 0 ? null : (
          <dl className="flex flex-wrap gap-x-8 gap-y-3 bg-canvas pt-2 pe-3">
            {facts.map(({ value, label }) => (
              <div key={label} className="flex flex-col-reverse border-s-2 border-line-strong ps-3">
                <dt className="meta-line">{label}</dt>
                <dd className="figures text-26 font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  </header>
)
