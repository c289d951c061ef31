import { COLUMN, type Point, ROW, STEP_SIZE } from './boxes.ts'

/** What the places of steps depend on, as plain data: it may be worked out in another thread. */
export interface StepPlan {
  readonly steps: readonly { readonly id: string; readonly width: number; readonly height: number }[]
  readonly edges: readonly { readonly from: string; readonly port: string; readonly to: string }[]
}
export type Places = ReadonlyMap<string, Point>
export type PlanSteps = (plan: StepPlan) => Promise<Places>

/** From so many steps on, the best order of columns takes seconds, and a good one a tenth of that. */
const MANY_STEPS = 150

/** Where each step stands when they go from left to right, as short of crossings as dagre makes it. */
export const planSteps: PlanSteps = async ({ steps, edges }) => {
  // It weighs more than all other code about graphs, and few tidy.
  const dagre = await import('@dagrejs/dagre')
  const plan = new dagre.Graph({ multigraph: true })
  const ranker = steps.length > MANY_STEPS ? 'tight-tree' : 'network-simplex'
  plan.setGraph({ rankdir: 'LR', nodesep: ROW - STEP_SIZE.height, ranksep: COLUMN - STEP_SIZE.width, ranker })
  plan.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of steps) plan.setNode(id, { width, height })
  for (const { from, port, to } of edges)
    if (from !== to && plan.hasNode(from) && plan.hasNode(to)) plan.setEdge(from, to, {}, port)
  dagre.layout(plan)
  return new Map(
    steps.map(({ id, width, height }) => {
      const { x = 0, y = 0 } = plan.node(id)
      return [id, { x: x - width / 2, y: y - height / 2 }]
    }),
  )
}
