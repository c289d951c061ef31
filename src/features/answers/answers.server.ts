import { type Route, route } from '#src/server/http/route.ts'
import { answersContract } from './answers.schema.ts'
import { findAnswer } from './find-answer.server.ts'

export const answerRoutes = (): Route[] => [
  route(answersContract.find, [], async ({ query }) => ({ answer: await findAnswer(query.q) })),
]
