import { Suspense } from 'react'
import { useRevalidator } from 'react-router'
import { lazyPart } from '#src/ui/lazy-part.tsx'

const KeepAccount = lazyPart(
  async () => (await import('#src/features/account-deletion/keep-account.web.tsx')).KeepAccount,
)

/** On every page of somebody whose account is going to be deleted: when, and how to keep it. */
export function LeavingNotice({ dueAt }: { readonly dueAt: string | null }) {
  const { revalidate } = useRevalidator()
  if (dueAt === null) return null
  return (
    <div className="border-b border-line bg-warn-soft px-4 py-2 md:px-8">
      <Suspense>
        <KeepAccount dueAt={dueAt} onKept={revalidate} />
      </Suspense>
    </div>
  )
}
