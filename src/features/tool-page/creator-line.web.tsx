import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { LICENCE_NAMES, type Licence } from '#src/features/creator-tools/licences.ts'
import { TipButton } from '#src/features/purchases/tip-button.web.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { TextLink } from '#src/ui/text-link.tsx'

const licenceName = (licence: string) => LICENCE_NAMES[licence as Licence] ?? licence

/** Who made a tool that did not come with Fettle, what others may do with it, what it was made from, and what it was before; of every tool, that it is under maintenance. */
export const CreatorLine = ({ fxn }: { readonly fxn: Fxn }) => {
  const { slug, icon, creator, licence, origin, underMaintenance } = fxn
  return (
    <div className="flex w-fit flex-wrap items-center gap-x-3 gap-y-1 bg-canvas pe-2 text-14 text-text-2">
      {icon === null || icon === '' ? null : (
        <span aria-hidden="true" className="text-18">
          {icon}
        </span>
      )}
      {creator === null ? null : (
        <span>
          by <TextLink to={`/creators/${creator.handle}`}>{creator.name}</TextLink>
        </span>
      )}
      {origin === null ? null : (
        <span>
          cloned from{' '}
          {origin.slug === null ? `“${origin.title}”` : <TextLink to={`/fxn/${origin.slug}`}>{origin.title}</TextLink>}{' '}
          by {origin.creator}
        </span>
      )}
      {underMaintenance ? (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge kind="warn">Under maintenance</Badge>
          Its example fails.
        </span>
      ) : null}
      {licence === null ? null : <span>{licenceName(licence)}</span>}
      {licence === null ? null : (
        <TextLink to={`/fxn/${slug}/versions`} className="inline-flex min-h-6 items-center">
          All versions
        </TextLink>
      )}
      <TipButton fxn={fxn} />
    </div>
  )
}
