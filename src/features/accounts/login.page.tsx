import { type LoaderFunctionArgs, redirect } from 'react-router'
import { safeRedirect } from '#src/client/safe-redirect.ts'

/** The address that other products use; ours is /auth. */
export function loader({ url }: LoaderFunctionArgs) {
  const wanted = url.searchParams.get('redirect')
  throw redirect(wanted === null ? '/auth' : `/auth?redirect=${encodeURIComponent(safeRedirect(wanted))}`)
}

export default function Login() {
  return null
}
