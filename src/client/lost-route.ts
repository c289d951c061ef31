interface PageWithRouter {
  readonly __reactRouterDataRouter?: {
    readonly state: { readonly navigation: { readonly location?: Pick<Location, 'pathname' | 'search' | 'hash'> } }
  }
}

const KEY = 'lost-route'

/** In the place of a page's code. */
interface Substitute {
  readonly default: () => never
  readonly clientLoader: (args: { readonly serverLoader: () => unknown }) => unknown
}

/**
 * The way to a page ends because its code is not to be had: after a release its file has another name. The page is then
 * loaded as a whole, at most once for each file. Where that would not help, it fails with the error.
 */
export function loadWholePage(file: string, error: unknown): Promise<never> | Substitute {
  const target = (window as PageWithRouter).__reactRouterDataRouter?.state.navigation.location
  if (target !== undefined && navigator.onLine && sessionStorage.getItem(KEY) !== file) {
    sessionStorage.setItem(KEY, file)
    const address = target.pathname + target.search + target.hash
    // On the way back the address is there already, and one with a hash would not be loaded by assigning it.
    if (window.location.href === window.location.origin + address) window.location.reload()
    else window.location.assign(address)
    return new Promise(() => undefined)
  }
  // Not a rejection: without code the router shows an empty page, or waits for ever.
  return {
    default: () => {
      throw error
    },
    clientLoader: ({ serverLoader }) => serverLoader(),
  }
}

/** Whether a file of this release was not to be had; browsers remember that, so only a new page helps. */
export const isLostFile = (error: unknown): boolean => error instanceof TypeError && /import/i.test(error.message)
