import { ApiError } from '#src/client/api-error.ts'
import { freshSignInRequests } from './fresh-sign-in-requests.ts'

export type WithFresh = <T>(change: () => Promise<T>) => Promise<T>

/** When the server asks for a fresh sign-in, the person proves who they are, and the change is sent again. */
const withFresh: WithFresh = async (change) => {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'FRESH_SIGN_IN_REQUIRED')) throw error
    if (!(await freshSignInRequests.ask())) throw error
    return change()
  }
}

/** `await withFresh(() => api<…>(…))`: for calls whose endpoint has the guard `fresh`. */
export const useFreshSignIn = (): WithFresh => withFresh
