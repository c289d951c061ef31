import { SectionHeader } from '#src/ui/shell/page-header.tsx'

const STEPS = [
  {
    title: 'Pick a tool',
    text: 'Search forgives a typo and knows other names. Every tool shows an example, so you see at once what it does.',
  },
  {
    title: 'Use it where you are',
    text: 'Built-in tools run in your browser: no account, no waiting, nothing sent. Each one says how it computes, and from which source.',
  },
  {
    title: 'Let it work by itself',
    text: 'Put the tool into a workflow behind a webhook. What was accepted is finished, even when the machine stops in the middle.',
  },
] as const

/** Three stations on one wire. */
export const HowItWorks = () => (
  <section aria-labelledby="how-it-works" className="flex flex-col gap-6">
    <SectionHeader id="how-it-works" title="How it works" />
    <ol className="grid gap-x-8 gap-y-6 md:grid-cols-3">
      {STEPS.map(({ title, text }, index) => (
        <li
          key={title}
          className="relative flex gap-4 md:flex-col md:gap-3 md:not-last:before:absolute md:not-last:before:top-5 md:not-last:before:start-10 md:not-last:before:h-px md:not-last:before:w-[calc(100%-0.5rem)] md:not-last:before:bg-line-strong"
        >
          <span
            aria-hidden="true"
            className="relative grid size-10 flex-none place-items-center rounded-full border border-line-strong bg-surface font-mono text-14 text-accent-text shadow-1"
          >
            {index + 1}
          </span>
          <div className="flex flex-col gap-1">
            <h3 className="text-16">{title}</h3>
            <p className="max-w-sm text-14 text-text-2">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
)
