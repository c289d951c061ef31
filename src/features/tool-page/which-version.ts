import type { PageServices } from '#src/client/request-context.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import type { creatorToolsContract, ToolVersion } from '#src/features/creator-tools/creator-tools.schema.ts'
import { type DateText, toDateText } from './date-text.ts'

/** A version that is not the one that runs where nobody names one. */
export interface Earlier {
  /** What the current one is called. */
  readonly current: string
  readonly published: DateText
}

const nameOf = ({ semver, version }: Pick<ToolVersion, 'semver' | 'version'>): string => semver ?? String(version)

/** Undefined for the current version. */
export function earlierOf({ version }: Pick<Fxn, 'version'>, versions: readonly ToolVersion[]): Earlier | undefined {
  const [current, shown] = [
    versions.find(({ isCurrent }) => isCurrent),
    versions.find((one) => one.version === version),
  ]
  if (current === undefined || shown === undefined || current === shown) return undefined
  return { current: nameOf(current), published: toDateText(shown.createdAt) }
}

/** Asked for only where an address names a version: all others are shown the current one. */
export async function findEarlier({ call }: Pick<PageServices, 'call'>, fxn: Fxn): Promise<Earlier | undefined> {
  const { versions } = await call<typeof creatorToolsContract.versions>('GET', '/api/tools/:id/versions', {
    params: { id: fxn.id },
  }).catch(() => ({ versions: [] }))
  return earlierOf(fxn, versions)
}
