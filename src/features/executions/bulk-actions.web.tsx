import { useQuery } from '@tanstack/react-query'
import { Ban, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { meantText, partsOf, progressText } from './bulk.ts'
import { useInstantText } from './execution-filter.web.tsx'
import type { Bulk, ExecutionFilter, executionsContract } from './executions.schema.ts'
import { filterText, isEmptyFilter } from './filter-words.ts'

interface BulkActionsProps {
  readonly workflowId: string
  readonly filter: ExecutionFilter
  readonly onDone: () => void
}

const TITLES = { retry: 'Retry executions?', cancel: 'Cancel executions?' } as const
const WORDS = {
  retry: 'Those that failed run again from where they failed; what was done before is taken over.',
  cancel: 'Those that are queued, running or waiting stop.',
} as const
const CHOSEN_WORDS = {
  retry: 'They run again, from where they failed if they did.',
  cancel: 'Those that have not ended stop.',
} as const

/** Does the same to all executions that fit the filter, page after page, and says how far it is. */
export function BulkActions({ workflowId, filter, onDone }: BulkActionsProps) {
  const instantText = useInstantText()
  const [asked, setAsked] = useState<Bulk['action']>()
  const [again, setAgain] = useState(false)
  const [progress, setProgress] = useState<string>()
  const stopped = useRef(false)
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  const carryOut = async (action: Bulk['action']) => {
    setAsked(undefined)
    stopped.current = false
    let sum = { done: 0, leftOut: 0 }
    setProgress(progressText(action, sum))
    try {
      for (const part of partsOf(action, filter, again)) {
        let cursor: string | null | undefined
        do {
          const { done, leftOut, ...next } = await api<typeof executionsContract.bulk>('POST', '/api/executions/bulk', {
            body: { ...part, filter: { ...part.filter, workflowId }, ...(cursor && { cursor }) },
          })
          cursor = next.cursor
          sum = { done: sum.done + done, leftOut: sum.leftOut + leftOut.length }
          setProgress(progressText(action, sum))
        } while (cursor !== null && !stopped.current)
      }
      toast({ kind: 'success', title: progressText(action, sum) })
    } catch (error) {
      toast({ kind: 'error', title: `Stopped: ${progressText(action, sum)}`, description: toApiError(error).message })
    }
    setProgress(undefined)
    onDone()
  }
  const ask = (action: Bulk['action']) => {
    setAgain(false)
    setAsked(action)
  }
  const isAll = isEmptyFilter(filter)
  const { data: count, isError } = useQuery({
    queryKey: ['/api/workflows', workflowId, 'executions', 'count', asked, filter],
    queryFn: async ({ signal }) => {
      const counts = partsOf(asked ?? 'retry', filter).map((part) =>
        api<typeof executionsContract.count>(
          'GET',
          '/api/workflows/:id/executions/count',
          { params: { id: workflowId }, query: part.filter },
          signal,
        ),
      )
      return (await Promise.all(counts)).reduce((sum, one) => sum + one.count, 0)
    },
    enabled: asked !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const action = asked ?? 'retry'
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* They stay while it goes on: one of them has the focus. */}
      <Button size="dense" icon={RotateCcw} busy={progress !== undefined} onClick={() => ask('retry')}>
        Retry all…
      </Button>
      <Button size="dense" icon={Ban} busy={progress !== undefined} onClick={() => ask('cancel')}>
        Cancel all…
      </Button>
      <p role="status" className="figures text-13 text-text-2">
        {progress}
      </p>
      {progress === undefined ? null : (
        <Button
          size="dense"
          onClick={() => {
            stopped.current = true
          }}
        >
          Stop
        </Button>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={TITLES[action]}
        confirmLabel={action === 'retry' ? 'Retry all' : 'Cancel all'}
        keepLabel={action === 'retry' ? 'Cancel' : 'Let them run'}
        danger={action === 'cancel'}
        onClose={() => setAsked(undefined)}
        onConfirm={() => void carryOut(action)}
      >
        <p>
          {count === undefined
            ? isError
              ? 'They could not be counted.'
              : 'Counting…'
            : meantText(count, isAll ? '' : filterText(filter, instantText))}{' '}
          {filter.status === undefined ? WORDS[action] : CHOSEN_WORDS[action]}
        </p>
        {action === 'retry' ? (
          <CheckboxField
            label="Also those that were retried before"
            checked={again}
            onChange={({ target }) => setAgain(target.checked)}
          />
        ) : null}
      </ConfirmDialog>
    </div>
  )
}
