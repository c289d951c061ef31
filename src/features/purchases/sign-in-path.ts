/** To the form, and back to here. */
export const signInPath = ({ pathname, search }: { readonly pathname: string; readonly search: string }): string =>
  `/login?redirect=${encodeURIComponent(pathname + search)}`
