import { type Places, type PlanSteps, planSteps } from '#src/lib/graph/plan-steps.ts'

/** Finds places in a worker, which ends with its answer; in the page where the worker cannot be had. */
export const planAside: PlanSteps = (plan) => {
  const worker = new Worker(new URL('./plan-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Places>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Places>) => resolve(data))
    worker.addEventListener('error', () => void planSteps(plan).then(resolve, reject))
    worker.postMessage(plan)
  }).finally(() => worker.terminate())
}
