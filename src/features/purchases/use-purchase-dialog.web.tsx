import { type ReactNode, Suspense, useState } from 'react'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'

const PurchaseDialog = lazyPart(async () => (await import('./purchase-dialog.web.tsx')).PurchaseDialog)

interface Buying {
  readonly buy: () => void
  /** To be drawn beside what calls `buy`. */
  readonly dialog: ReactNode
}

/** The dialog in which a tool is bought: fetched when it is asked for, gone when the tool is bought. */
export function usePurchaseDialog(tool: Fxn, onBought: () => void, isAskedFor = false): Buying {
  const [isOpen, setOpen] = useState(isAskedFor)
  const close = () => setOpen(false)
  return {
    buy: () => setOpen(true),
    dialog: isOpen ? (
      <Suspense>
        <PurchaseDialog
          tool={tool}
          onClose={close}
          onBought={() => {
            close()
            onBought()
          }}
        />
      </Suspense>
    ) : null,
  }
}
