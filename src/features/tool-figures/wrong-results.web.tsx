import { pathOfRun } from '#src/features/reports/reported-run.ts'
import { RunText } from '#src/features/reports/run-field.web.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { WrongResult } from './tool-figures.schema.ts'

interface WrongResultsProps {
  readonly slug: string
  readonly results: readonly WrongResult[]
}

/** What strangers sent, as data and under that name. */
export function WrongResults({ slug, results }: WrongResultsProps) {
  if (results.length === 0) return null
  return (
    <section aria-labelledby="reported" className="flex flex-col gap-4">
      <SectionHeader id="reported" title="Results reported as wrong" />
      <p className="text-14 text-text-2">
        Sent by people who used the tool, and not checked by us: run it again with their inputs to see what it answers.
      </p>
      <ul className="flex flex-col gap-4">
        {results.map(({ at, run }) => (
          <li key={`${at} ${run.version}`} className="flex flex-col items-start gap-2">
            <p className="text-13 text-text-2">
              Somebody reported <TimeAgo at={at} />
            </p>
            <RunText run={run} />
            <ButtonLink to={pathOfRun(slug, run)}>Open with these inputs</ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
