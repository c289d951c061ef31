import type { LoaderFunctionArgs } from 'react-router'
import { requestContext } from '#src/client/request-context.ts'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { ActionsGallery } from './actions-gallery.tsx'
import { DataGallery } from './data-gallery.tsx'
import { FailureGallery } from './failure-gallery.tsx'
import { FieldsGallery } from './fields-gallery.tsx'
import { FormGallery } from './form-gallery.tsx'
import { OutputsGallery } from './outputs-gallery.tsx'
import { OverlaysGallery } from './overlays-gallery.tsx'
import { StatesGallery } from './states-gallery.tsx'
import { TokensGallery } from './tokens-gallery.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  if (context.get(requestContext).production) throw new Response('Not Found', { status: 404 })
  return null
}

/** Everything that pages are built of, in all its states. Development only. */
export default function DevUiPage() {
  return (
    <>
      <title>Design system · Fettle</title>
      <meta name="robots" content="noindex" />
      <PageHeader
        eyebrow="dev / ui"
        title="Design system"
        lead="Warm paper, petrol ink, and marigold for what is yours. Every part in every state."
      />
      <PageBody className="gap-16">
        <TokensGallery />
        <ActionsGallery />
        <FieldsGallery />
        <FormGallery />
        <DataGallery />
        <OutputsGallery />
        <OverlaysGallery />
        <StatesGallery />
        <FailureGallery />
      </PageBody>
    </>
  )
}
