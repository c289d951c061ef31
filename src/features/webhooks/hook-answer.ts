import type { FastifyReply } from 'fastify'
import type { RunAnswer } from '#src/engine/engine.ts'
import type { Json } from '#src/sdk/json.ts'
import { hookHeaders } from '#src/server/http/security-headers.ts'

/** The run is committed; it ends later. */
export const sendAccepted = (reply: FastifyReply, executionId: string) => reply.code(202).send({ executionId })

/** This event has its run already. */
export const sendDuplicate = (reply: FastifyReply, executionId: string) =>
  reply.code(200).header('x-execution-id', executionId).send({ executionId, duplicate: true })

/** What the respond node said. */
export function sendResponse(reply: FastifyReply, { response, executionId }: RunAnswer): FastifyReply {
  if (response === undefined) return sendAccepted(reply, executionId)
  // The respond node has refused the headers that would act on our own pages; ours are not the workflow's to change.
  reply.code(response.status).headers({ ...response.headers, ...hookHeaders })
  return sendValue(reply, response.body)
}

/** What the last step gave, of a run that has ended in time. */
export function sendOutput(reply: FastifyReply, { status, output = null, executionId }: RunAnswer): FastifyReply {
  if (status !== 'succeeded') return sendAccepted(reply, executionId)
  return sendValue(reply.code(200), output)
}

/** As who writes JSON with expressions in it means it: their sum is a text. */
function isJsonDocument(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

function sendValue(reply: FastifyReply, value: Json): FastifyReply {
  if (value === null) return reply.send()
  if (typeof value === 'string') {
    if (!reply.hasHeader('content-type')) reply.type(isJsonDocument(value) ? JSON_TYPE : 'text/plain; charset=utf-8')
    return reply.send(value)
  }
  if (!reply.hasHeader('content-type')) reply.type(JSON_TYPE)
  return reply.send(JSON.stringify(value))
}
