/** Apart from the contract, as a page needs them without its schemas. */
export const TITLE_MAX = 100
export const CONTENT_MAX = 2000
export const REPLY_MAX = 2000
export const REVIEWS_PER_PAGE = 20

export const REVIEW_SORTS = ['helpful', 'recent'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

export const REVIEW_WORDS = {
  both: 'Please fill in both title and content',
  noReply: 'Write an answer',
  signIn: 'Please sign in to rate this tool',
}
