import { useQuery } from '@tanstack/react-query'
import { getting } from '#src/client/query-client.ts'
import type { executionsContract } from '#src/features/executions/executions.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { JsonView } from '#src/ui/data-view/json-view.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { NotHere } from './panel/not-here.web.tsx'

export interface WhatCameProps {
  readonly executionId: string
  /** What it is called: "the test call". */
  readonly label: string
  readonly loading: string
}

/** What a test brought, as expressions read it. */
export function WhatCame({ executionId, label, loading }: WhatCameProps) {
  const { data, isError, refetch } = useQuery(getting<typeof executionsContract.get>('/api/executions', executionId))
  return isError ? (
    <NotHere onRetry={() => void refetch()} />
  ) : data === undefined ? (
    <Spinner label={loading} showLabel />
  ) : (
    <JsonView value={data.execution.input as Json} root="trigger" label={label} />
  )
}
