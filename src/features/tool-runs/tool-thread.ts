import { parentPort } from 'node:worker_threads'
import { findBuiltin } from '#src/features/catalog/builtin-tools.server.ts'
import type { JsonObject } from '#src/sdk/index.ts'
import { runTool } from '#src/sdk/run-tool.ts'

// A thread of its own for built-in tools that an input can make run long: the main thread ends it after the limit.
export interface ThreadCall {
  readonly id: number
  readonly slug: string
  readonly input: JsonObject
}

parentPort?.on('message', async ({ id, slug, input }: ThreadCall) => {
  const tool = await findBuiltin(slug)
  if (tool === undefined) throw new Error(`no built-in tool ${slug}`)
  parentPort?.postMessage({ id, outcome: runTool(tool, input) })
})
