import { Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { usePriceText } from '#src/client/price-with-tax.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'

const PurchaseDialog = lazyPart(async () => (await import('./purchase-dialog.web.tsx')).PurchaseDialog)

/** For whoever was given a licence: what it is worth, and how to have the tool for good. */
export function Lent({ fxn }: { readonly fxn: Fxn }) {
  const price = usePriceText(fxn)
  const { revalidate } = useRevalidator()
  const [isBuying, setBuying] = useState(false)
  return (
    <>
      <Card heading="You have a free licence">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <p className="min-w-0 flex-1 basis-64 text-14 text-text-2">
            Its creator gave it to you and can take it back. Bought for {price}, the tool is yours for good.
          </p>
          <Button aria-haspopup="dialog" onClick={() => setBuying(true)}>
            Purchase Now
          </Button>
        </div>
      </Card>
      {isBuying ? (
        <Suspense>
          <PurchaseDialog
            tool={fxn}
            onClose={() => setBuying(false)}
            onBought={() => {
              setBuying(false)
              void revalidate()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
