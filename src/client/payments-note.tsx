import { useRouteLoaderData } from 'react-router'

/** Stands where money is shown: whether it is any. */
export function TestPaymentsNote() {
  const root = useRouteLoaderData<{ readonly testPayments: boolean; readonly notice: string | null }>('root')
  // The notice above every page says it already.
  if (!root?.testPayments || root.notice !== null) return null
  return <p className="w-fit rounded-6 bg-warn-soft px-3 py-2 text-13 text-warn">Test payments: no money moves.</p>
}
