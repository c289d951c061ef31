/** The tools with one tag. Apart from explore-url.ts, so that a tool page does not carry the whole of it. */
export const tagUrl = (slug: string): string => `/explore?tags=${encodeURIComponent(slug)}`
