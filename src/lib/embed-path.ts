/** Nothing but a slug, so that no spelling of another page's address counts as one that foreign pages may frame. */
const EMBED = /^\/embed\/[a-z0-9-]+(?:\.data)?(?:\?|$)/

/** Whether an address is that of a tool in a frame: for every site to show, and the same for everybody. */
export const isEmbedPath = (url: string): boolean => EMBED.test(url)
