/** A change waits until the person has proved again who they are. */
export interface FreshSignInRequest {
  /** The proof was right, or the person does not want to. */
  readonly answer: (proved: boolean) => void
}

let current: FreshSignInRequest | undefined
const listeners = new Set<() => void>()

const set = (request: FreshSignInRequest | undefined) => {
  current = request
  for (const listener of listeners) listener()
}

/** What the dialog is open for. Never touched while rendering on the server. */
export const freshSignInRequests = {
  getState: () => current,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** Opens the dialog; a second request takes the place of the first, which is answered with no. */
  ask: (): Promise<boolean> =>
    new Promise((resolve) => {
      current?.answer(false)
      set({
        answer: (proved) => {
          set(undefined)
          resolve(proved)
        },
      })
    }),
}
