import { useMutation } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useNavigate } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import type { Execution, executionsContract, Retry } from './executions.schema.ts'
import { retryChoices } from './retry-choices.ts'

/** Starts an execution that repeats this one, and leads to it. */
export function useRetry({ id, workflowId }: Pick<Execution, 'id' | 'workflowId'>) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: Retry) =>
      api<typeof executionsContract.retry>('POST', '/api/executions/:id/retry', { params: { id }, body }),
    onError: (error) => toast({ kind: 'error', title: 'Retry failed', description: toApiError(error).message }),
    onSuccess: ({ execution }) => navigate(`/workflows/${workflowId}/executions/${execution.id}`),
  })
}

export function RetryMenu({ execution }: { execution: Execution }) {
  const { mutate, isPending } = useRetry(execution)
  return (
    <Menu
      label="Retry"
      items={retryChoices(execution).map(({ label, startsGroup, retry }) => ({
        label,
        startsGroup,
        onSelect: () => mutate(retry),
      }))}
      trigger={(props) => (
        <Button {...props} icon={RotateCcw} busy={isPending}>
          Retry
        </Button>
      )}
    />
  )
}
