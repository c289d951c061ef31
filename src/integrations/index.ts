import type { NodeDefinition } from '#src/sdk/define-node.ts'

/** Node types of all vendors by their names in graphs; src/app adds them to those of src/nodes. */
export const integrationNodes = {} satisfies Record<string, NodeDefinition>
