import { HandCoins } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { signInPath } from './sign-in-path.ts'

const TipDialog = lazyPart(async () => (await import('./tip-dialog.web.tsx')).TipDialog)

interface TipButtonProps {
  readonly fxn: Pick<Fxn, 'id' | 'title' | 'createdBy' | 'creator' | 'accessTier' | 'pricing'>
}

/** For free tools of others. */
export function TipButton({ fxn }: TipButtonProps) {
  const viewer = useRouteLoaderData<{ viewer: { readonly id: string } | null }>('root')?.viewer ?? null
  const address = useLocation()
  const [isOpen, setOpen] = useState(false)
  const { createdBy, creator, accessTier, pricing } = fxn
  const isFree = accessTier === 'free' && pricing.price === 0
  if (!isFree || creator === null || createdBy === viewer?.id) return null
  if (viewer === null)
    return (
      <ButtonLink to={signInPath(address)} size="dense" icon={HandCoins}>
        Sign in to tip
      </ButtonLink>
    )
  return (
    <>
      <Button size="dense" icon={HandCoins} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Tip
      </Button>
      {isOpen ? (
        <Suspense>
          <TipDialog tool={fxn} creator={creator.name} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
