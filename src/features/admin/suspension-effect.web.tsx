import { useQuery } from '@tanstack/react-query'
import { getting } from '#src/client/query-client.ts'
import type { peopleContract } from './people.schema.ts'
import { effectWords } from './suspension-effect.ts'

/** Counted when the dialog opens: whoever suspends somebody knows whom else it concerns. */
export function SuspensionEffectList({ personId }: { readonly personId: string }) {
  const { data, isError, isFetching } = useQuery({
    ...getting<typeof peopleContract.suspensionEffect>('/api/admin/people', personId, 'suspension-effect'),
    refetchOnMount: 'always',
  })
  return (
    <div aria-live="polite" className="text-14">
      {isFetching ? (
        <p className="text-text-2">Counting whom it concerns…</p>
      ) : isError || data === undefined ? (
        <p className="text-bad">Whom it concerns could not be counted.</p>
      ) : (
        <ul className="list-disc ps-5">
          {effectWords(data).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
