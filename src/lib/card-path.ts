/** Pages where the card of a customer may be entered. */
const CARD_PAGE = /^\/(?:fxn\/[a-z0-9-]+|subscription)(?:\?|$)/

/** Whether the document of an address may show the frames of whoever takes cards. */
export const isCardPath = (url: string): boolean => CARD_PAGE.test(url)
