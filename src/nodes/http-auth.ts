import { toBase64 } from '#src/lib/base64.ts'
import type { HttpRequest, NodeContext } from '#src/sdk/define-node.ts'

export const AUTH_KINDS = ['none', 'bearer', 'basic', 'header', 'query'] as const

export interface Auth {
  readonly auth: (typeof AUTH_KINDS)[number]
  /** Name of the account's secret. */
  readonly secret: string
  readonly username: string
  /** Of the header or the query parameter. */
  readonly authName: string
}

type Proof = (request: HttpRequest) => HttpRequest

const withHeader =
  (name: string, value: string): Proof =>
  (request) => ({ ...request, headers: { ...request.headers, [name.toLowerCase()]: value } })

function withParameter(name: string, value: string): Proof {
  return (request) => {
    const address = new URL(request.url)
    address.searchParams.set(name, value)
    return { ...request, url: address.href }
  }
}

/** How each request of a step proves who asks. RFC 6750, section 2.1, and RFC 7617, section 2. */
export async function proofOf(
  context: Pick<NodeContext, 'secret'>,
  { auth, secret, username, authName }: Auth,
): Promise<Proof> {
  if (auth === 'none') return (request) => request
  const value = await context.secret(secret)
  switch (auth) {
    case 'bearer':
      return withHeader('authorization', `Bearer ${value}`)
    case 'basic':
      return withHeader('authorization', `Basic ${toBase64(`${username}:${value}`)}`)
    case 'header':
      return withHeader(authName, value)
    case 'query':
      return withParameter(authName, value)
  }
}
