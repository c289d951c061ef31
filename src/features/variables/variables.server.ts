import { VariableName } from '#src/lib/value-names.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, conflict, invalidInput } from '#src/server/http/app-error.ts'
import { inSession } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { deleteVariable, findVariable, listVariables, lockVariables, storeVariable } from './variables.queries.ts'
import { MAX_VARIABLES, type Variable, variablesContract } from './variables.schema.ts'

interface VariablesDeps {
  readonly db: Db
}

export const variableLimitReached = () =>
  conflict('VARIABLE_LIMIT_REACHED', `There can be ${MAX_VARIABLES} variables. Delete one that you no longer use.`)

function checkName(given: string): string {
  const { success, data, error } = VariableName.safeParse(given)
  if (!success) throw invalidInput([{ field: 'name', message: error.issues[0]?.message ?? 'Not a name' }])
  return data
}

type Row = Awaited<ReturnType<typeof listVariables>>[number]
const toVariable = ({ name, kind, value, created_at, updated_at }: Row): Variable => ({
  ...{ name, kind, value },
  createdAt: created_at.toISOString(),
  updatedAt: updated_at.toISOString(),
})

export function variableRoutes({ db }: VariablesDeps): Route[] {
  return [
    route(variablesContract.list, [inSession], async ({ user }) => ({
      variables: (await listVariables(db, user.id)).map(toVariable),
    })),
    route(variablesContract.get, [inSession], async ({ user, params }) => {
      const row = await findVariable(db, user.id, params.name)
      assertFound(row, 'variable')
      return { variable: toVariable(row) }
    }),
    route(variablesContract.set, [inSession], ({ user, params, body, address }) => {
      const name = checkName(params.name)
      return db.transaction().execute(async (transaction) => {
        const known = await lockVariables(transaction, user.id)
        if (!known.has(name) && known.size >= MAX_VARIABLES) throw variableLimitReached()
        const row = await storeVariable(transaction, { ownerId: user.id, name, ...body })
        const action = known.has(name) ? 'variable.changed' : 'variable.created'
        await appendAudit(transaction, { actorId: user.id, action, target: `variable ${name}`, address })
        return { variable: toVariable(row) }
      })
    }),
    route(variablesContract.remove, [inSession], ({ user, params: { name }, address }) =>
      db.transaction().execute(async (transaction) => {
        assertFound(await deleteVariable(transaction, user.id, name), 'variable')
        const target = `variable ${name}`
        await appendAudit(transaction, { actorId: user.id, action: 'variable.deleted', target, address })
        return { deleted: true as const }
      }),
    ),
  ]
}
