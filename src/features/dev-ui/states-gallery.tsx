import { ButtonLink } from '#src/ui/button.tsx'
import { CardSkeletons, RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, ForbiddenState, OfflineState } from '#src/ui/states.tsx'
import { GallerySection, Specimen } from './gallery-section.tsx'

export const StatesGallery = () => (
  <GallerySection id="states" title="States of a view">
    <Specimen name="Loading">
      <CardSkeletons count={3} label="Loading tools…" />
      <RowSkeletons count={3} label="Loading runs…" />
    </Specimen>
    <div className="grid gap-4 lg:grid-cols-2">
      <EmptyState
        level={3}
        title="No tools found"
        actions={
          <ButtonLink to="/explore" variant="primary">
            Clear search
          </ButtonLink>
        }
      >
        Try adjusting your search terms or browse by category
      </EmptyState>
      <ErrorState
        level={3}
        title="Failed to fetch tools"
        message="The server did not answer. Your filters are kept."
        requestId="req_01J8ZK3"
        onRetry={() => undefined}
      />
      <OfflineState level={3} />
      <ForbiddenState level={3} />
    </div>
  </GallerySection>
)
