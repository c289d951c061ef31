import type { ReactNode } from 'react'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { ExternalLink } from '#src/ui/text-link.tsx'

const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-x-6 gap-y-1 border-t border-line py-3 first:border-0 md:grid-cols-[9rem_minmax(0,1fr)]">
    <dt className="eyebrow pt-0.5">{name}</dt>
    <dd className="max-w-3xl text-14 [overflow-wrap:anywhere]">{children}</dd>
  </div>
)

/** Formula, rounding and sources, so that a result can be checked by hand. */
export function Computation({ method, sources }: Pick<Fxn, 'method' | 'sources'>) {
  if (method === null) return null
  return (
    <section aria-labelledby="computation" className="flex flex-col gap-3">
      <SectionHeader id="computation" title="How this is computed" />
      <dl className="rounded-10 border border-line bg-surface px-4">
        <Term name="Formula">{method.formula}</Term>
        <Term name="Rounding">{method.rounding}</Term>
        {method.notes === undefined ? null : <Term name="Notes">{method.notes}</Term>}
        {sources.length === 0 ? null : (
          <Term name="Sources">
            <ul className="flex flex-col gap-1">
              {sources.map(({ title, url }) => (
                <li key={title}>{url === undefined ? title : <ExternalLink href={url}>{title}</ExternalLink>}</li>
              ))}
            </ul>
          </Term>
        )}
      </dl>
    </section>
  )
}

/** Why the tool stands where it does in lists. */
export const Standing = ({ quality: { reasons } }: Pick<Fxn, 'quality'>) =>
  reasons.length === 0 ? null : <p className="meta-line">Place in lists: {reasons.join(' · ')}</p>
