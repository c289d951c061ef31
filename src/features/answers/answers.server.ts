import { limitAddressWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { answersContract } from './answers.schema.ts'
import { findAnswer } from './find-answer.server.ts'

export const answerRoutes = ({ limiter }: { limiter: Limiter }): Route[] => [
  route(answersContract.find, [limitAddressWith(limiter)('60/min', 'answer')], async ({ query }) => ({
    answer: await findAnswer(query.q, { today: query.today }),
  })),
]
