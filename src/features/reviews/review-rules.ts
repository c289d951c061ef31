/** Apart from the contract, as a page needs them without its schemas. */
export const TITLE_MAX = 100
export const CONTENT_MAX = 2000
export const REPLY_MAX = 2000
export const REVIEWS_PER_PAGE = 20

export const REVIEW_SORTS = ['helpful', 'recent'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

export const REVIEW_WORDS = {
  all: 'All fields required',
  both: 'Please fill in both title and content',
  noReply: 'Write an answer',
  signIn: 'Please sign in to rate this tool',
  signInToVote: 'Sign in to say whether a review helped you',
  ownReview: 'This review is yours: others vote on it',
  ownTool: 'This tool is yours: others vote on its reviews',
}

interface Voter {
  readonly isSignedIn: boolean
  /** Of the review. */
  readonly isOwn: boolean
  /** Of the tool. */
  readonly isOwner: boolean
}

/** Undefined for whoever may vote on a review. */
export function whyNoVote({ isSignedIn, isOwn, isOwner }: Voter): string | undefined {
  if (!isSignedIn) return REVIEW_WORDS.signInToVote
  if (isOwner) return REVIEW_WORDS.ownTool
  return isOwn ? REVIEW_WORDS.ownReview : undefined
}
