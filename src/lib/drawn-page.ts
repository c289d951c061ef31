/** Where what a tool has drawn is framed, on the host of what strangers made. */
export const DRAWN_PAGE_PATH = '/drawn-page'
/** What that frame tells the page around it once it can take something to draw. */
export const DRAWN_PAGE_IS_READY = 'drawn page is ready'
