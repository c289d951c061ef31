import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'

interface ExamplesProps {
  readonly examples: Fxn['examples']
  readonly onPick: (input: Readonly<Record<string, unknown>>) => void
}

/** Published cases and some of ours: one click fills the form and runs. */
export const Examples = ({ examples, onPick }: ExamplesProps) =>
  examples.length === 0 ? null : (
    <section aria-labelledby="examples" className="@container flex flex-col gap-3">
      <SectionHeader id="examples" title="Examples" />
      <ul className="grid gap-2 @sm:grid-cols-2">
        {examples.map(({ title, source, input }) => (
          <li key={title} className="grid min-w-0">
            <button
              type="button"
              onClick={() => onPick(input)}
              className={
                'flex min-w-0 flex-col gap-1 rounded-6 border border-line bg-surface p-3 text-start ' +
                'transition-[border-color,background-color] hover:border-line-strong hover:bg-hover'
              }
            >
              <span className="text-14 font-medium [overflow-wrap:anywhere]">{title}</span>
              <span className="meta-line [overflow-wrap:anywhere]">{source}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
