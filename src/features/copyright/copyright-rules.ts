/** Apart from the contracts, as a page needs them without its schemas. */
export const WORK_MAX = 2000
export const COUNTER_MAX = 2000
/** A tool comes back so many working days after the counter-claim, as the American law has it: 17 U.S.C. § 512(g)(2)(C). */
export const RESTORE_FROM_DAYS = 10
export const RESTORE_BY_DAYS = 14

export const COPYRIGHT_WORDS = {
  work: 'Say which work it is, and where it can be seen',
  longWork: `At most ${WORK_MAX} characters`,
  counter: 'Say why the tool may be shown',
  longCounter: `At most ${COUNTER_MAX} characters`,
  contact: 'Enter an address where you can be reached',
  declared: 'Please confirm this',
}

/** What each side declares, as the law words it. */
export const CLAIM_DECLARATION =
  'I believe in good faith that the use is not authorised by the owner, its agent or the law. What I say here is ' +
  'accurate, and under penalty of perjury I may act for the owner.'
export const COUNTER_DECLARATION =
  'Under penalty of perjury, I believe in good faith that the tool was hidden by mistake or misidentification. I accept ' +
  'the jurisdiction of the courts at my address, and legal papers from the claimant.'
