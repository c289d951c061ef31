import type { Integration } from '#src/sdk/define-integration.ts'
import { nodesOf } from './integration-nodes.ts'

/** All vendors by name. */
const integrations = {} satisfies Record<string, Integration>

/** Node types of all vendors by their names in graphs; src/app adds them to those of src/nodes. */
export const integrationNodes = nodesOf(Object.values(integrations))
