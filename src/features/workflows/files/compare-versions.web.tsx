import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { GraphDiff } from '../diff/graph-diff.web.tsx'
import type { workflowsContract } from '../workflows.schema.ts'
import { comparable, comparisonText, DRAFT, isLaterThan, useOtherGraph } from './comparison.web.tsx'

interface CompareVersionsProps {
  readonly id: string
  readonly version: number
  /** All there are, the newest first. */
  readonly versions: readonly { readonly version: number }[]
}

/** What is different between a version and another one, at first the one before it, or the draft. */
export function CompareVersions({ id, version, versions }: CompareVersionsProps) {
  const others = versions.map((one) => one.version).filter((one) => one !== version)
  const [other, setOther] = useState(String(others.find((one) => one < version) ?? DRAFT))
  const own = useQuery(getting<typeof workflowsContract.version>('/api/workflows', id, 'versions', String(version)))
  const chosen = useOtherGraph(id, other)
  const failure = own.error ?? chosen.error
  const ownGraph = own.data?.version.graph
  const isLater = isLaterThan(version, other)
  return (
    <div className="flex flex-col gap-3 rounded-6 bg-sunken p-3">
      <SelectField
        dense
        label={`Compare version ${version} with`}
        value={other}
        onChange={(event) => setOther(event.currentTarget.value)}
        options={comparable(others)}
      />
      {failure !== null ? (
        <p role="alert" className="text-14 text-bad">
          {toApiError(failure).message}
        </p>
      ) : chosen.graph === undefined || ownGraph === undefined ? (
        <p className="text-14 text-text-2">Comparing…</p>
      ) : (
        <>
          <p className="text-13 text-text-2">
            {comparisonText(version, other)}.{' '}
            <TextLink to={`/workflows/${id}/versions/${version}?with=${other}`}>See it on the canvas</TextLink>
          </p>
          <GraphDiff
            label={`Differences of version ${version}`}
            before={isLater ? ownGraph : chosen.graph}
            after={isLater ? chosen.graph : ownGraph}
          />
        </>
      )}
    </div>
  )
}
