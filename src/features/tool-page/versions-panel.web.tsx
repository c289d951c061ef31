import { useEffect, useState } from 'react'
import { api } from '#src/client/api.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import type { creatorToolsContract, ToolVersion } from '#src/features/creator-tools/creator-tools.schema.ts'
import { Badge } from '#src/ui/badge.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { toDateText } from './date-text.ts'

type Loaded = readonly ToolVersion[] | 'failed' | undefined

/** What its creator has said of each version, with the address under which it stays. */
export function VersionsPanel({ fxn: { id, slug } }: { readonly fxn: Fxn }) {
  const [versions, setVersions] = useState<Loaded>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isGone = false
    const take = (loaded: Loaded) => {
      if (!isGone) setVersions(loaded)
    }
    const params = { id }
    api<typeof creatorToolsContract.versions>('GET', '/api/tools/:id/versions', { params }).then(
      (answer) => take(answer.versions),
      () => take('failed'),
    )
    return () => {
      isGone = true
    }
  }, [id, attempt])
  if (versions === undefined) return <RowSkeletons count={3} label="Loading versions…" />
  if (versions === 'failed')
    return (
      <ErrorState
        level={3}
        title="Failed to fetch versions"
        message="The fault is on our side, or your connection was lost. Please try again."
        onRetry={() => {
          setVersions(undefined)
          setAttempt(attempt + 1)
        }}
      />
    )
  return (
    <ul className="flex flex-col divide-y divide-line">
      {versions.map((version) => (
        <Version key={version.version} slug={slug} version={version} />
      ))}
    </ul>
  )
}

function Version({ slug, version: one }: { readonly slug: string; readonly version: ToolVersion }) {
  const { text, title } = toDateText(one.createdAt)
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink to={`/fxn/${slug}?version=${one.version}`} className="figures min-h-6 font-medium">
          {one.semver ?? one.version}
        </TextLink>
        {one.isCurrent ? <Badge kind="ok">Current</Badge> : null}
        <time dateTime={one.createdAt} title={title} className="meta-line">
          {text}
        </time>
      </div>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{one.changelog}</p>
    </li>
  )
}
