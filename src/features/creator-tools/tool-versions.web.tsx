import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { toast, UNDO_SHOWN_MS } from '#src/client/toasts.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#src/ui/dialog.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { Changes } from './changes.web.tsx'
import { contentChanges } from './content-changes.ts'
import type { creatorToolsContract, Draft, ToolVersion } from './creator-tools.schema.ts'
import { type Release, releaseOf } from './semver.ts'
import type { ToolContent } from './tool-content.schema.ts'

interface ToolVersionsProps {
  readonly draft: Draft
  readonly onClose: () => void
  /** Another version is published now, from here or by what takes that back. */
  readonly onRolledBack: () => void
}

const versionsOf = (id: string) => getting<typeof creatorToolsContract.versions>('/api/tools', id, 'versions')

/** What was published, what was different in it, and the way back. */
export function ToolVersions({ draft, onClose, onRolledBack }: ToolVersionsProps) {
  const query = useQuery({ ...versionsOf(draft.id), staleTime: 0 })
  return (
    <Dialog open onClose={onClose} title="Versions" size="wide">
      <QueryView
        query={query}
        loading={<RowSkeletons count={3} label="Loading versions…" />}
        offline={<OfflineState level={3} />}
        failed={(failure) => <ErrorState level={3} title="Failed to fetch versions" {...failure} />}
      >
        {({ versions }) => (
          <ul className="flex flex-col divide-y divide-line">
            {versions.map((version) => (
              <Version
                key={version.version}
                {...{ draft, version, onClose, onRolledBack }}
                current={versions.find(({ isCurrent }) => isCurrent)}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Dialog>
  )
}

type Named = Pick<ToolVersion, 'version' | 'semver'>
const nameOf = ({ version, semver }: Named): string => semver ?? String(version)
const wordsOfRollback = (name: string): string =>
  `It holds what ${name} held. What you have changed since you last published stays in the draft.`

interface VersionProps extends ToolVersionsProps {
  readonly version: ToolVersion
  /** What is published now; the builder may have been opened before that was. */
  readonly current: ToolVersion | undefined
}

function Version({ draft, version, current, onClose, onRolledBack }: VersionProps) {
  const client = useQueryClient()
  const [content, setContent] = useState<ToolContent>()
  const [busy, setBusy] = useState<'compare' | 'back'>()
  /** A major one, which is asked about. */
  const [asks, setAsks] = useState<Release>()
  const [compares, setCompares] = useState(false)
  const during = async (what: 'compare' | 'back', work: () => Promise<void>) => {
    setBusy(what)
    try {
      await work()
    } catch (error) {
      toast({ kind: 'error', title: 'That did not work', description: toApiError(error).message })
    } finally {
      setBusy(undefined)
    }
  }
  const load = async (n: number) => {
    const params = { id: draft.id, n }
    return (await api<typeof creatorToolsContract.version>('GET', '/api/tools/:id/versions/:n', { params })).content
  }
  const compare = () =>
    during('compare', async () => {
      setContent(await load(version.version))
      setCompares(true)
    })
  const name = nameOf(version)
  const publishAgain = async (one: Named): Promise<string> => {
    const path = '/api/tools/:id/versions/:n/rollback'
    const at = { id: draft.id, n: one.version }
    const { fxn } = await api<typeof creatorToolsContract.rollback>('POST', path, { params: at })
    await client.invalidateQueries(versionsOf(draft.id))
    onRolledBack()
    return fxn.semver ?? String(fxn.version)
  }
  const undo = async (before: Named) => {
    try {
      const title = `Version ${await publishAgain(before)} is published`
      toast({ kind: 'success', title, description: wordsOfRollback(nameOf(before)) })
    } catch (error) {
      toast({ kind: 'error', title: `What ${name} held stays published`, description: toApiError(error).message })
    }
  }
  const goBack = async () => {
    const now = await publishAgain(version)
    // One after the other, so that each gives the focus back; what takes this back would be behind them.
    flushSync(() => setAsks(undefined))
    onClose()
    toast({
      kind: 'success',
      title: `Version ${now} is published`,
      description: wordsOfRollback(name),
      ...(current !== undefined && { action: { label: 'Undo', onClick: () => void undo(current) } }),
      shownMs: UNDO_SHOWN_MS,
    })
  }
  /** At once, but for what breaks the calls of others. */
  const rollBack = () =>
    during('back', async () => {
      const before = current && { semver: current.semver, content: await load(current.version) }
      const release = releaseOf(before ?? null, await load(version.version))
      if (release.bump === 'major') setAsks(release)
      else await goBack()
    })
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink
          to={`/fxn/${draft.published?.slug}?version=${version.version}`}
          className="figures min-h-6 font-medium"
        >
          {name}
        </TextLink>
        {version.isCurrent ? <Badge kind="ok">Current</Badge> : null}
        <TimeAgo at={version.createdAt} className="meta-line" />
        <span className="ms-auto flex gap-2">
          <Button size="dense" busy={busy === 'compare'} onClick={() => void compare()}>
            Compare<span className="sr-only"> version {name} with the draft</span>
          </Button>
          {version.isCurrent ? null : (
            <Button size="dense" busy={busy === 'back' && asks === undefined} onClick={() => void rollBack()}>
              Roll back<span className="sr-only"> to version {name}</span>
            </Button>
          )}
        </span>
      </div>
      <p className="whitespace-pre-wrap text-text-2 [overflow-wrap:anywhere]">{version.changelog}</p>
      <ConfirmDialog
        open={asks !== undefined}
        onClose={() => setAsks(undefined)}
        onConfirm={() => void during('back', goBack)}
        title={`Publish version ${name} again?`}
        confirmLabel="Roll back"
        busy={busy === 'back'}
      >
        <p>
          Everybody gets what it held at once, as a new version: {asks?.semver}. The others stay in this list, and what
          you have changed since you last published stays in the draft.
        </p>
        <p className="font-medium text-warn">It is a major one: callers must change.</p>
        <ul className="ms-4 list-disc">
          {asks?.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </ConfirmDialog>
      {content === undefined || !compares ? null : <Changes changes={contentChanges(content, draft.content)} />}
    </li>
  )
}
