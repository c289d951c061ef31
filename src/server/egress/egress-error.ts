import type { NodeFailure } from '#src/sdk/node-error.ts'

export type EgressCode =
  | 'EGRESS_REQUEST'
  | 'EGRESS_BLOCKED'
  | 'EGRESS_DNS'
  | 'EGRESS_CONNECTION'
  | 'EGRESS_TLS'
  | 'EGRESS_TIMEOUT'
  | 'EGRESS_REDIRECTS'
  | 'EGRESS_TOO_LARGE'
  | 'EGRESS_RESPONSE'

interface EgressErrorOptions {
  readonly permanent: boolean
  readonly cause?: unknown
  readonly technical?: string
}

/** Why a request from a workflow had no answer. The message is for the workflow's author. */
export class EgressError extends Error implements NodeFailure {
  readonly code: EgressCode
  readonly permanent: boolean
  /** For whoever runs this server. */
  readonly technical?: string
  constructor(code: EgressCode, message: string, { permanent, cause, technical }: EgressErrorOptions) {
    super(message, { cause })
    this.name = 'EgressError'
    this.code = code
    this.permanent = permanent
    if (technical !== undefined) this.technical = technical
  }
}

export const badRequest = (message: string) => new EgressError('EGRESS_REQUEST', message, { permanent: true })

// One text for a closed address and for a name that leads to one: it must not tell what our DNS knows.
export const notPublic = (host: string, entry: string) =>
  new EgressError(
    'EGRESS_BLOCKED',
    `${host} is not on the public internet. Workflows may call it only where the operator of this server allows it`,
    { permanent: true, technical: `EGRESS_ALLOW=${entry} allows it` },
  )

export const portClosed = (port: number) =>
  new EgressError('EGRESS_BLOCKED', `Port ${port} is not for web requests`, { permanent: true })

export const nameUnknown = (host: string, cause: unknown) =>
  new EgressError('EGRESS_DNS', `There is no host ${host}`, { permanent: true, cause })

export const dnsFailed = (host: string, cause: unknown) =>
  new EgressError('EGRESS_DNS', `The address of ${host} could not be looked up`, { permanent: false, cause })

export const connectionFailed = (host: string, cause: unknown) =>
  new EgressError('EGRESS_CONNECTION', `The connection to ${host} failed`, { permanent: false, cause })

export const tlsFailed = (host: string, cause: unknown) =>
  new EgressError('EGRESS_TLS', `${host} has no certificate that can be trusted`, { permanent: true, cause })

export const timedOut = (ms: number) =>
  new EgressError('EGRESS_TIMEOUT', `No complete answer within ${ms} ms`, { permanent: false })

export const tooManyRedirects = (max: number) =>
  new EgressError('EGRESS_REDIRECTS', `More than ${max} redirects`, { permanent: true })

export const tooLarge = (maxBytes: number) =>
  new EgressError('EGRESS_TOO_LARGE', `The answer is larger than ${maxBytes} bytes`, { permanent: true })

export const expandsTooFar = (maxRatio: number) =>
  new EgressError('EGRESS_TOO_LARGE', `The answer unpacks to more than ${maxRatio} times its size`, { permanent: true })

export const badResponse = (message: string, cause?: unknown) =>
  new EgressError('EGRESS_RESPONSE', message, { permanent: true, cause })
