import { parentPort } from 'node:worker_threads'
import type { JsonObject } from '#src/sdk/index.ts'
import { type RunOutcome, runTool } from '#src/sdk/run-tool.ts'
import { loadTool } from './load-tool.ts'

// A thread of its own for built-in tools that an input can make run long: the main thread ends it after the limit.
export interface ThreadCall {
  readonly id: number
  readonly slug: string
  readonly input: JsonObject
}
export type ThreadAnswer =
  | { readonly id: number; readonly outcome: RunOutcome }
  /** The tool is loaded and runs from now on; what the thread has had of the processor before. */
  | { readonly id: number; readonly before: NodeJS.CpuUsage }

const answer = (message: ThreadAnswer) => parentPort?.postMessage(message)

async function run({ id, slug, input }: ThreadCall): Promise<void> {
  const tool = await loadTool(slug)
  answer({ id, before: process.threadCpuUsage() })
  answer({ id, outcome: runTool(tool, input) })
}

// A rejection ends the thread, and the main thread sees its error.
parentPort?.on('message', (call: ThreadCall) => void run(call))
