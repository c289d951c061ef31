import type { ReactNode } from 'react'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { ExternalLink, TextLink } from '#src/ui/text-link.tsx'

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

export const ApiSnippet = ({ command }: { command: string }) => (
  <Disclosure summary="Run it from your own program">
    <div className="flex flex-col gap-3">
      <CodeBlock label="curl" code={command} />
      <p>
        The command carries the inputs of the form above, private ones left out. All calls are in the{' '}
        <TextLink to="/api/docs">API reference</TextLink>.
      </p>
    </div>
  </Disclosure>
)

/** Why the tool stands where it does in lists. */
export const Standing = ({ quality: { reasons } }: Pick<Fxn, 'quality'>) =>
  reasons.length === 0 ? null : <p className="meta-line">Place in lists: {reasons.join(' · ')}</p>

/** What leaves the browser, said where the tool is. */
export const PrivacyNote = ({ isLocal }: { isLocal: boolean }) => (
  <p className="max-w-3xl text-13 text-text-2">
    {isLocal
      ? 'Nothing leaves this page while you use the tool: it runs in your browser and makes no request. When you leave the page after using it, one count goes to Fettle: which tool and version, whether it worked, and how long it took. No input and no result.'
      : 'This tool runs on our server, in a sandbox without network or files. Your input is sent there when you press Run. The run is counted: which tool and version, whether it worked, and how long it took.'}
  </p>
)
