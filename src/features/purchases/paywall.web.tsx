import { Lock, RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useRevalidator, useRouteLoaderData } from 'react-router'
import { usePriceText } from '#src/client/price-with-tax.ts'
import { toast, toasts } from '#src/client/toasts.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { signInPath } from './sign-in-path.ts'
import { usePurchaseDialog } from './use-purchase-dialog.web.tsx'

interface PaywallProps {
  readonly fxn: Fxn
  /** PRO_REQUIRED, CHECK_FAILED, or whatever else keeps somebody out. */
  readonly reason: string
  /** A run that was refused; another object for each. */
  readonly refusal: object | undefined
  /** What was refused may be theirs by now: it is looked up anew. */
  readonly onAnew: () => void
}

/** In front of a tool that this person may not use: what it costs and how to get it. */
export function Paywall({ fxn, reason, refusal, onAnew }: PaywallProps) {
  const viewer = useRouteLoaderData<{ viewer: object | null }>('root')?.viewer ?? null
  const address = useLocation()
  const toSignIn = signInPath(address)
  const { revalidate } = useRevalidator()
  const isUnknown = reason === 'CHECK_FAILED'
  const isPro = isUnknown ? fxn.accessTier === 'pro' : reason === 'PRO_REQUIRED'
  const opens = refusal !== undefined && viewer !== null && !isPro && !isUnknown
  const told = useRef<number>(undefined)
  const lookAgain = () => {
    // Bought meanwhile, it is theirs to use.
    if (told.current !== undefined) toasts.dismiss(told.current)
    onAnew()
    void revalidate()
  }
  const { buy, dialog } = usePurchaseDialog(fxn, lookAgain, opens)
  const [lastRefusal, setLastRefusal] = useState(refusal)
  if (refusal !== lastRefusal) {
    setLastRefusal(refusal)
    if (opens) buy()
  }
  const tell = useEffectEvent(() => {
    if (isUnknown && viewer !== null) return void toast({ kind: 'error', title: 'Failed to check access' })
    if (isPro) return void tellPro()
    told.current = toast({
      kind: 'error',
      title: 'You need to purchase this tool to use it',
      ...(viewer === null && { action: { label: 'Sign In to Purchase', href: toSignIn } }),
    })
  })
  useEffect(() => {
    if (refusal !== undefined) tell()
  }, [refusal])
  return (
    <>
      {viewer === null ? (
        <Premium fxn={fxn} isPro={isPro} toSignIn={toSignIn} />
      ) : isUnknown ? (
        <CheckFailed onRetry={lookAgain} />
      ) : isPro ? (
        <ProRequired />
      ) : (
        <PurchaseRequired fxn={fxn} onBuy={buy} />
      )}
      {dialog}
    </>
  )
}

const tellPro = () =>
  toast({
    kind: 'error',
    title: 'Pro Subscription Required',
    description: 'This tool requires a Pro subscription to use.',
    action: { label: 'Upgrade to Pro', href: '/pricing' },
  })

const Price = ({ fxn }: { readonly fxn: Fxn }) => {
  const price = usePriceText(fxn)
  return price === undefined ? null : <p className="figures text-26 font-semibold">{price}</p>
}

const Premium = ({ fxn, isPro, toSignIn }: { fxn: Fxn; isPro: boolean; toSignIn: string }) => (
  <Card heading="Premium Tool">
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <Price fxn={fxn} />
      <p className="min-w-0 flex-1 basis-64 text-14 text-text-2">
        {isPro
          ? 'It is part of the Pro subscription. Sign in to use it.'
          : 'Bought once, it is yours, with all later versions. You can look at its inputs and examples first.'}
      </p>
      <ButtonLink to={toSignIn} variant="primary" icon={Lock}>
        Sign In to Purchase
      </ButtonLink>
    </div>
  </Card>
)

/** Whoever has bought it must not be asked to buy it again. */
const CheckFailed = ({ onRetry }: { readonly onRetry: () => void }) => (
  <Card heading="Failed to check access">
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <p className="min-w-0 flex-1 basis-64 text-14 text-text-2">
        We could not look up whether this tool is yours. Nothing was charged.
      </p>
      <Button icon={RotateCw} onClick={onRetry}>
        Try again
      </Button>
    </div>
  </Card>
)

const ProRequired = () => (
  <Card heading="Pro Subscription Required">
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <p className="min-w-0 flex-1 basis-64 text-14 text-text-2">This tool requires a Pro subscription to use.</p>
      <ButtonLink to="/pricing" variant="primary">
        Upgrade to Pro
      </ButtonLink>
    </div>
  </Card>
)

const PurchaseRequired = ({ fxn, onBuy }: { fxn: Fxn; onBuy: () => void }) => (
  <Card heading="Purchase required">
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <Price fxn={fxn} />
      <p className="min-w-0 flex-1 basis-64 text-14 text-text-2">
        Bought once, it is yours, with all later versions. You can look at its inputs and examples first.
      </p>
      <Button variant="primary" aria-haspopup="dialog" onClick={onBuy}>
        Purchase Now
      </Button>
    </div>
  </Card>
)
