import { type LoaderFunctionArgs, redirect } from 'react-router'
import { requestContext, type SignedInUser } from './request-context.ts'
import { authPath } from './safe-redirect.ts'

/**
 * The first line of a protected page's loader: sends a visitor to /auth, which leads back here.
 * Takes `url` and not `request.url`, which in client navigations is the address of the data.
 */
export function requireUser({ context, url }: Pick<LoaderFunctionArgs, 'context' | 'url'>): SignedInUser {
  const { viewer } = context.get(requestContext)
  if (viewer === null) throw redirect(authPath(url))
  return viewer
}

/**
 * The first data of a page. What the API refuses (404, 403 …) stays an error of the page; when the server fails,
 * the page comes without the data and the browser asks again, with Retry at hand.
 */
export async function firstData<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Response && error.status < 500) throw error
    return undefined
  }
}
