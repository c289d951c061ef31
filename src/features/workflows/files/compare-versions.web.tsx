import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { GraphDiff } from '../diff/graph-diff.web.tsx'
import { workflowOf } from '../workflow-queries.web.tsx'
import type { workflowsContract } from '../workflows.schema.ts'

const DRAFT = 'draft'

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
  const draft = useQuery({ ...workflowOf(id), refetchOnMount: 'always', enabled: other === DRAFT })
  const chosen = useQuery({
    ...getting<typeof workflowsContract.version>('/api/workflows', id, 'versions', other),
    enabled: other !== DRAFT,
  })
  const failure = own.error ?? (other === DRAFT ? draft.error : chosen.error)
  const otherGraph = other === DRAFT ? draft.data?.workflow.graph : chosen.data?.version.graph
  const ownGraph = own.data?.version.graph
  // Time goes from left to right: the draft is the latest.
  const isLater = other === DRAFT || Number(other) > version
  return (
    <div className="flex flex-col gap-3 rounded-6 bg-sunken p-3">
      <SelectField
        dense
        label={`Compare version ${version} with`}
        value={other}
        onChange={(event) => setOther(event.currentTarget.value)}
        options={[
          { value: DRAFT, label: 'The draft' },
          ...others.map((one) => ({ value: String(one), label: `Version ${one}` })),
        ]}
      />
      {failure !== null ? (
        <p role="alert" className="text-14 text-bad">
          {toApiError(failure).message}
        </p>
      ) : otherGraph === undefined || ownGraph === undefined ? (
        <p className="text-14 text-text-2">Comparing…</p>
      ) : (
        <>
          <p className="text-13 text-text-2">
            {isLater
              ? `What ${other === DRAFT ? 'the draft' : `version ${other}`} changed of version ${version}`
              : `What version ${version} changed of version ${other}`}
          </p>
          <GraphDiff
            label={`Differences of version ${version}`}
            before={isLater ? ownGraph : otherGraph}
            after={isLater ? otherGraph : ownGraph}
          />
        </>
      )}
    </div>
  )
}
