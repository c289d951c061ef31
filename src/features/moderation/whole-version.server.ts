import { findAnyTool } from '#src/features/catalog/catalog.server.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, notFound } from '#src/server/http/app-error.ts'
import { may } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { findToolOf, listVersionsOf } from './case-versions.queries.ts'
import { moderationContract, type WholeVersion } from './moderation.schema.ts'

interface Code {
  readonly source?: string
  readonly outputs?: Readonly<Record<string, string>>
}

/** As saveTool wrote it; how a tool that comes with Fettle computes is in our own code. */
function codeOf(code: unknown): string {
  const { source, outputs = {} } = (code ?? {}) as Code
  return (
    source ??
    Object.entries(outputs)
      .map(([name, expression]) => `${name} = ${expression}`)
      .join('\n')
  )
}

/** All that a moderator decides about, whatever its state: nobody else but its creator reads a version that is held. */
export const wholeVersionRoutes = ({ db }: { readonly db: Db }): Route[] => [
  route(moderationContract.versions, [may('moderation.read')], async ({ params: { id } }) => {
    assertFound(await findToolOf(db, id), 'case')
    const rows = await listVersionsOf(db, id)
    return {
      versions: rows.map(({ version, semver, is_current, is_covered, is_withheld }) => ({
        ...{ version, semver, isCurrent: is_current, isCovered: is_covered, isWithheld: is_withheld },
      })),
    }
  }),
  route(moderationContract.version, [may('moderation.read')], async ({ params: { id, n } }) => {
    const toolId = await findToolOf(db, id)
    assertFound(toolId, 'case')
    const row = await findAnyTool(db, toolId, n)
    // A tool that comes with Fettle has no version but its own.
    if (row === undefined || row.version !== n) throw notFound('version')
    return {
      whole: {
        ...{ version: n, semver: row.semver, changelog: row.changelog ?? '', code: codeOf(row.code) },
        // As saveTool wrote them.
        fields: row.input_schema as WholeVersion['fields'],
        outputs: row.output_schema as WholeVersion['outputs'],
        examples: [...(row.examples ?? [])] as WholeVersion['examples'],
      },
    }
  }),
]
