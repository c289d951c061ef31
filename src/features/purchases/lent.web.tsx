import { useRevalidator } from 'react-router'
import { usePriceText } from '#src/client/price-with-tax.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { usePurchaseDialog } from './use-purchase-dialog.web.tsx'

/** For whoever was given a licence: what it is worth, and how to have the tool for good. */
export function Lent({ fxn }: { readonly fxn: Fxn }) {
  const price = usePriceText(fxn)
  const { revalidate } = useRevalidator()
  const { buy, dialog } = usePurchaseDialog(fxn, () => void revalidate())
  return (
    <>
      <Card heading="You have a free licence">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <p className="min-w-0 flex-1 basis-64 text-14 text-text-2">
            Its creator gave it to you and can take it back. Bought for {price}, the tool is yours for good.
          </p>
          <Button aria-haspopup="dialog" onClick={buy}>
            Purchase Now
          </Button>
        </div>
      </Card>
      {dialog}
    </>
  )
}
