import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import type { CaseVersion, moderationContract } from './moderation.schema.ts'

const PATH = '/api/admin/moderation'

/** Code, fields, outputs and examples of every version that a case can be about; fetched when somebody opens it. */
export function WholeVersions({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="max-w-3xl">
      <summary className="min-h-6 w-fit text-14 text-accent-text">Everything in a version</summary>
      {isOpen ? <Versions id={id} /> : null}
    </details>
  )
}

function Versions({ id }: { readonly id: string }) {
  const query = useQuery({ ...getting<typeof moderationContract.versions>(PATH, id, 'versions'), staleTime: 0 })
  return (
    <QueryView
      query={query}
      loading={<RowSkeletons count={1} label="Loading versions…" />}
      offline={<OfflineState level={3} />}
      failed={(failure) => <ErrorState level={3} title="Failed to fetch versions" {...failure} />}
    >
      {({ versions }) => <Chosen id={id} versions={versions} />}
    </QueryView>
  )
}

const wordsOf = ({ version, semver, isCurrent, isCovered, isWithheld }: CaseVersion): string =>
  [
    semver ?? `Version ${version}`,
    ...(isCurrent ? ['current'] : []),
    ...(isCovered ? ['part of this case'] : []),
    ...(isWithheld ? ['shut'] : []),
  ].join(', ')

function Chosen({ id, versions }: { readonly id: string; readonly versions: readonly CaseVersion[] }) {
  const [chosen, setChosen] = useState<string>()
  const version = chosen ?? String(versions[0]?.version ?? '')
  return (
    <div className="mt-2 flex flex-col gap-3">
      <SelectField
        label="Version"
        dense
        value={version}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        options={versions.map((one) => ({ value: String(one.version), label: wordsOf(one) }))}
      />
      <Whole key={version} id={id} version={version} />
    </div>
  )
}

const asText = (value: unknown): string => JSON.stringify(value, null, 2)

function Whole({ id, version }: { readonly id: string; readonly version: string }) {
  const query = useQuery(getting<typeof moderationContract.version>(PATH, id, 'versions', version))
  return (
    <QueryView
      query={query}
      loading={<RowSkeletons count={3} label="Loading the version…" />}
      offline={<OfflineState level={3} />}
      failed={(failure) => <ErrorState level={3} title="Failed to fetch the version" {...failure} />}
    >
      {({ whole: { code, fields, outputs, examples } }) => (
        <>
          {code === '' ? null : <CodeBlock label="Whole code" code={code} />}
          <CodeBlock label="Fields" code={asText(fields)} />
          <CodeBlock label="Outputs" code={asText(outputs)} />
          <CodeBlock label="Examples" code={asText(examples)} />
        </>
      )}
    </QueryView>
  )
}
