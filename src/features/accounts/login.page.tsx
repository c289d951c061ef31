import { type LoaderFunctionArgs, redirect } from 'react-router'
import { safeRedirect } from '#src/client/safe-redirect.ts'

/** The address that other products use; ours is /auth. */
export function loader({ request }: LoaderFunctionArgs) {
  const wanted = new URL(request.url).searchParams.get('redirect')
  throw redirect(wanted === null ? '/auth' : `/auth?redirect=${encodeURIComponent(safeRedirect(wanted))}`)
}

export default function Login() {
  return null
}
