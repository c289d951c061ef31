import { timeInWords } from '#src/lib/cron/local-time.ts'
import { nextTicks } from '#src/lib/cron/schedule-rule.ts'
import { ruleInWords } from '#src/lib/cron/schedule-words.ts'
import { checkConfig, type Nodes, scheduleSettings } from '#src/nodes/index.ts'
import { limitWith, signedIn } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { NEXT_TIMES, schedulesContract } from './schedules.schema.ts'

interface SchedulesDeps {
  readonly nodes: Nodes
  readonly limiter: Limiter
}

export function scheduleRoutes({ nodes, limiter }: SchedulesDeps): Route[] {
  const limit = limitWith(limiter)
  return [
    route(schedulesContract.preview, [signedIn, limit('600/min', 'preview schedule')], ({ body }) => {
      const settings = scheduleSettings(body.config)
      if (settings === null) {
        const [problem] = checkConfig(nodes.schedule, body.config)
        const { message = 'This is no schedule', path = '' } = problem ?? {}
        return { problem: message, path: path || null, inWords: '', next: [] }
      }
      const { rule } = settings
      const timeZone = rule.kind === 'cron' ? rule.timeZone : 'UTC'
      const next = nextTicks(rule, new Date(), NEXT_TIMES)
      return {
        problem: null,
        path: null,
        inWords: ruleInWords(rule),
        next: next.map((at) => ({ at: at.toISOString(), inWords: timeInWords(at, timeZone) })),
      }
    }),
  ]
}
