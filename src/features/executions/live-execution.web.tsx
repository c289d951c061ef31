import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getting } from '#src/client/query-client.ts'
import type { executionsContract } from './executions.schema.ts'
import { isFinal, statusIn } from './run-words.ts'

export const executionOf = (id: string) => getting<typeof executionsContract.get>('/api/executions', id)

/** Events that come together are answered by one look. */
const GATHER_MS = 100

/** Listens while the run goes on and fetches it again after what happened. */
export function useLiveExecution(id: string, live: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!live) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: executionOf(id).queryKey })
      }, GATHER_MS)
    }
    const source = new EventSource(`/api/executions/${encodeURIComponent(id)}/events`)
    source.addEventListener('step', look)
    source.addEventListener('execution', ({ data }: MessageEvent<string>) => {
      look()
      const status = statusIn((JSON.parse(data) as { status: string }).status)
      // The server ends the stream here; left open, the browser would ask for it again and again.
      if (status !== undefined && isFinal(status)) source.close()
    })
    return () => {
      source.close()
      clearTimeout(timer)
    }
  }, [client, id, live])
}
