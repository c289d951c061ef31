import { Disclosure } from '#src/ui/disclosure.tsx'
import type { ContentChange } from './content-changes.ts'

const LONGEST = 600

/** What went and what came, change by change. */
export const Changes = ({ changes }: { readonly changes: readonly ContentChange[] }) =>
  changes.length === 0 ? (
    <p className="text-13 text-text-2">Nothing has changed.</p>
  ) : (
    <Disclosure summary={changes.length === 1 ? '1 change' : `${changes.length} changes`}>
      <dl className="flex flex-col gap-3">
        {changes.map(({ what, before, after }) => (
          <div key={what}>
            <dt className="text-13 font-medium text-text">{what}</dt>
            <dd className="flex flex-col font-mono text-12 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {before === undefined ? null : <del className="text-bad">{before.slice(0, LONGEST)}</del>}
              {after === undefined ? null : <ins className="text-ok">{after.slice(0, LONGEST)}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
