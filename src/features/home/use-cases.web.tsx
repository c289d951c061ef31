import { Banknote, BellRing, CalendarClock, House, type LucideIcon, Mail, RefreshCw } from 'lucide-react'
import { Fragment } from 'react'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { NodeIcon } from './node-icon.web.tsx'

type Step = 'webhook' | 'set' | 'if' | 'tool' | 'http' | 'respond'

interface UseCase {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  /** The nodes of the workflow, in their order. */
  readonly steps: readonly Step[]
}

const USE_CASES: readonly UseCase[] = [
  {
    icon: BellRing,
    title: 'Smart notifications',
    text: 'Something happens, a condition decides whether it matters, and your chat hears of it only then.',
    steps: ['webhook', 'if', 'http'],
  },
  {
    icon: Mail,
    title: 'Email automation',
    text: 'A form is sent in; its answers become a message that your mail provider delivers.',
    steps: ['webhook', 'set', 'http'],
  },
  {
    icon: RefreshCw,
    title: 'Data sync',
    text: 'Read from one service, bring the fields into shape, and write them to the next, with a key by which it can tell a repeat.',
    steps: ['webhook', 'http', 'set', 'http'],
  },
  {
    icon: CalendarClock,
    title: 'Schedule management',
    text: 'A meeting moves, the calendar calls, and everybody whom it concerns is told.',
    steps: ['webhook', 'if', 'http'],
  },
  {
    icon: House,
    title: 'Smart home',
    text: 'A sensor posts its reading; the unit converter makes it comparable, and the heating follows.',
    steps: ['webhook', 'tool', 'if', 'http'],
  },
  {
    icon: Banknote,
    title: 'Personal finance',
    text: 'A bill comes in, the tip calculator splits it to the cent, and whoever asked gets each share.',
    steps: ['webhook', 'tool', 'if', 'respond'],
  },
]

export const UseCases = () => (
  <section aria-labelledby="use-cases" className="flex flex-col gap-6">
    <SectionHeader id="use-cases" title="What you can wire up" />
    <ul className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
      {USE_CASES.map((useCase) => (
        <li key={useCase.title} className="flex min-w-0 flex-col gap-3 border-t border-line pt-4">
          <div className="flex flex-col gap-1">
            <h3 className="flex items-center gap-2 text-16">
              <useCase.icon size={20} className="text-accent-text" />
              {useCase.title}
            </h3>
            <p className="text-14 text-text-2">{useCase.text}</p>
          </div>
          <Chain steps={useCase.steps} />
        </li>
      ))}
    </ul>
  </section>
)

/** The workflow in small: its nodes on their wire. */
const Chain = ({ steps }: { steps: readonly Step[] }) => (
  <p className="bench-grid mt-auto flex flex-wrap items-center gap-y-1 rounded-6 border border-line px-2 py-3 sm:px-3">
    <span className="sr-only">Nodes: {steps.join(', ')}</span>
    {steps.map((step, index) => (
      <Fragment key={index}>
        {index === 0 ? null : <span aria-hidden="true" className="h-px min-w-2 flex-1 bg-line-strong" />}
        <StepMark step={step} />
      </Fragment>
    ))}
  </p>
)

const StepMark = ({ step }: { step: Step }) => (
  <span
    aria-hidden="true"
    className="inline-flex items-center gap-1 rounded-4 border border-line-strong bg-surface px-1.5 py-0.5 font-mono text-12 text-text-2"
  >
    <NodeIcon type={step} size={12} />
    {step}
  </span>
)
