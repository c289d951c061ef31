import { ButtonLink } from '#src/ui/button.tsx'
import type { Fact } from './facts.ts'
import { type HeroExample, HeroTool } from './hero-tool.web.tsx'

interface HeroProps {
  readonly facts: readonly Fact[]
  readonly example: HeroExample | undefined
}

/** What Fettle is, and one of its tools at work beside it. */
export const Hero = ({ facts, example }: HeroProps) => (
  <header className="bench-grid bench-ruler">
    <div className="mx-auto grid w-full max-w-6xl items-center gap-x-12 gap-y-10 px-4 pt-10 pb-14 md:px-8 md:pt-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="flex min-w-0 flex-col items-start gap-5">
        <h1
          tabIndex={-1}
          data-page-heading=""
          className="max-w-xl bg-canvas pe-3 text-40 tracking-[-0.02em] md:text-[3.25rem] md:leading-[1.05]"
        >
          Small tools, kept in fine fettle.
        </h1>
        <p className="max-w-xl bg-canvas pe-3 text-18 text-text-2">
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
      {example === undefined ? null : <HeroTool example={example} />}
    </div>
  </header>
)
