import { getting } from '#src/client/query-client.ts'
import type { nodeTypesContract } from '#src/features/node-types/node-types.schema.ts'
import type { pinsContract } from './pins/pins.schema.ts'
import type { workflowsContract } from './workflows.schema.ts'

export const workflowOf = (id: string) => getting<typeof workflowsContract.get>('/api/workflows', id)
export const pinsOf = (id: string) => getting<typeof pinsContract.list>('/api/workflows', id, 'pins')
export const nodeTypes = getting<typeof nodeTypesContract.list>('/api/nodes')
