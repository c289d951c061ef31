import { useQuery } from '@tanstack/react-query'
import { KeySquare } from 'lucide-react'
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
import { GiveLicenceDialog } from './give-licence-dialog.web.tsx'
import { givenLicences, LicenceList } from './licence-list.web.tsx'
import type { licencesContract } from './licences.schema.ts'

export function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  return null
}

export default function LicencesPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <Licences />
    </Protected>
  )
}

function Licences() {
  const query = useQuery({ ...givenLicences, staleTime: 0 })
  return (
    <>
      <title>Free licences · Fettle</title>
      <PageHeader
        eyebrow={<Breadcrumbs trail={[{ label: 'Earnings', to: '/earnings' }, { label: 'Free licences' }]} />}
        title="Free licences"
        lead="People whom you let use a tool of yours for nothing, for as long as you like."
      />
      <PageBody>
        <QueryView
          query={query}
          loading={<RowSkeletons count={4} label="Loading your licences…" />}
          offline={<OfflineState />}
          failed={(failure) => <ErrorState title="Failed to fetch your licences" {...failure} />}
        >
          {(answer) => <Loaded answer={answer} />}
        </QueryView>
      </PageBody>
    </>
  )
}

function Loaded({ answer }: { readonly answer: AnswerOf<typeof licencesContract.list> }) {
  const { licences, standing, most, tools } = answer
  const [isGiving, setGiving] = useState(false)
  const give = (
    <Button variant="primary" className="w-fit" aria-haspopup="dialog" onClick={() => setGiving(true)}>
      Give a licence
    </Button>
  )
  return (
    <>
      {licences.length > 0 ? (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {tools.length > 0 ? give : null}
            <p className="text-13 text-text-2">
              {standing} of {most} stand
            </p>
          </div>
          <LicenceList licences={licences} />
        </>
      ) : tools.length > 0 ? (
        <EmptyState icon={KeySquare} title="No free licences yet" actions={give}>
          For testers, friends and people who helped you. They use the tool as if they had bought it; you can take a
          licence back.
        </EmptyState>
      ) : (
        <EmptyState
          icon={KeySquare}
          title="You sell no tool yet"
          actions={
            <ButtonLink to="/tools" variant="primary">
              Your tools
            </ButtonLink>
          }
        >
          Free licences are for tools that cost something. The others can be used by everybody.
        </EmptyState>
      )}
      {isGiving ? <GiveLicenceDialog tools={tools} onClose={() => setGiving(false)} /> : null}
    </>
  )
}
