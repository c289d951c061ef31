import { useQuery } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Protected } from '#src/client/protected.tsx'
import { QueryView } from '#src/client/query-view.tsx'
import { requireUser } from '#src/client/require-user.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { CouponDialog } from './coupon-dialog.web.tsx'
import { CouponList, ownCoupons } from './coupon-list.web.tsx'
import type { couponsContract } from './coupons.schema.ts'

export function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  return null
}

export default function CouponsPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <title>Coupons · Fettle</title>
      <PageHeader
        eyebrow={<Breadcrumbs trail={[{ label: 'Earnings', to: '/earnings' }, { label: 'Coupons' }]} />}
        title="Coupons"
        lead="Codes with which your tools cost less. Your share is 70 % of what is paid."
      />
      <PageBody>
        <Coupons />
      </PageBody>
    </Protected>
  )
}

function Coupons() {
  const query = useQuery({ ...ownCoupons, staleTime: 0 })
  return (
    <QueryView
      query={query}
      loading={<RowSkeletons count={4} label="Loading your coupons…" />}
      offline={<OfflineState />}
      failed={(failure) => <ErrorState title="Failed to fetch your coupons" {...failure} />}
    >
      {(answer) => <Loaded answer={answer} />}
    </QueryView>
  )
}

function Loaded({ answer: { coupons, tools } }: { readonly answer: AnswerOf<typeof couponsContract.list> }) {
  const [isMaking, setMaking] = useState(false)
  const make = (
    <Button variant="primary" className="w-fit" aria-haspopup="dialog" onClick={() => setMaking(true)}>
      New coupon
    </Button>
  )
  return (
    <>
      {coupons.length > 0 ? (
        <>
          {tools.length > 0 ? make : null}
          <CouponList coupons={coupons} />
        </>
      ) : tools.length > 0 ? (
        <EmptyState icon={TicketPercent} title="No coupons yet" actions={make}>
          A coupon is a code that you give to people: they enter it when they buy. Each of them can use it once.
        </EmptyState>
      ) : (
        <EmptyState
          icon={TicketPercent}
          title="You sell no tool yet"
          actions={
            <ButtonLink to="/tools" variant="primary">
              Your tools
            </ButtonLink>
          }
        >
          Coupons are for tools with a price. Give one of your published tools a price: “Pricing” beside it in your
          list.
        </EmptyState>
      )}
      {isMaking ? <CouponDialog tools={tools} onClose={() => setMaking(false)} /> : null}
    </>
  )
}
