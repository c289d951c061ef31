import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { LISTEN_MINUTES, type webhooksContract } from '#src/features/webhooks/webhooks.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { workflowOf } from '../workflow-queries.web.tsx'
import { useTestRun } from './use-test-calls.web.tsx'
import type { WhatCameProps } from './what-came.web.tsx'

const WhatCame = lazyPart<WhatCameProps>(async () => (await import('./what-came.web.tsx')).WhatCame)

export interface TestAddressProps {
  readonly workflowId: string
  readonly trigger: keyof typeof WORDS
  readonly listensUntil: string | null
  /** The address, which answers while somebody listens. */
  readonly children: ReactNode
}

const WORDS = {
  webhook: {
    listen: 'Listen for a test call',
    waiting: 'Listening… Nothing has called yet.',
    came: 'A test call came in.',
    value: 'the test call',
    loading: 'Loading the call…',
  },
  form: {
    listen: 'Listen for a test submission',
    waiting: 'Listening… Nobody has sent the form yet.',
    came: 'A test submission came in.',
    value: 'the test submission',
    loading: 'Loading the answers…',
  },
} as const

/** The test address: for a few minutes it starts the draft, and says when it has. */
export function TestAddress({ workflowId, trigger, listensUntil, children }: TestAddressProps) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: workflowOf(workflowId).queryKey })
  const params = { id: workflowId }
  const { mutate, isPending } = useMutation({
    mutationFn: (listen: boolean): Promise<unknown> =>
      listen
        ? api<typeof webhooksContract.listen>('POST', '/api/workflows/:id/listen', { params })
        : api<typeof webhooksContract.stopListening>('DELETE', '/api/workflows/:id/listen', { params }),
    onError: (error) =>
      toast({ kind: 'error', title: 'The test address did not change', description: toApiError(error).message }),
    onSettled: refresh,
  })

  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <h3 className="text-14 font-semibold">Try the draft</h3>
      {children}
      <Button size="dense" className="w-fit" busy={isPending} onClick={() => mutate(listensUntil === null)}>
        {listensUntil === null ? WORDS[trigger].listen : 'Stop listening'}
      </Button>
      {listensUntil === null ? (
        <p className="text-14 text-text-2">
          Not listening. The test address starts the saved draft, for {LISTEN_MINUTES} minutes from when you ask for it.
        </p>
      ) : (
        <TestCall {...{ workflowId, trigger, listensUntil }} />
      )}
    </div>
  )
}

/** The run that a test has started. */
function TestCall({ workflowId, trigger, listensUntil }: Omit<TestAddressProps, 'children'>) {
  const { run } = useTestRun({ id: workflowId, listensUntil })
  const { waiting, came, value, loading } = WORDS[trigger]
  return (
    <>
      <p role="status" className="text-14 text-text-2">
        {run === undefined ? (
          waiting
        ) : (
          <>
            {came} <TextLink to={`/workflows/${workflowId}/executions/${run.id}`}>See its run</TextLink>
          </>
        )}
      </p>
      {run === undefined ? null : (
        <Suspense fallback={<Spinner label={loading} showLabel />}>
          <WhatCame key={run.id} executionId={run.id} label={value} loading={loading} />
        </Suspense>
      )}
    </>
  )
}
