/** What there is of a tool after a decision. */
export type Outcome = 'visible' | 'away' | 'gone'

const TAKEN_BACK = 'The decision was taken back'

/** Of an appeal that was won. */
export const wonWords: Readonly<Record<Outcome, string>> = {
  visible: `${TAKEN_BACK}: what was hidden or removed is there again.`,
  away: `${TAKEN_BACK}. The tool stays out of sight for another reason.`,
  gone: `${TAKEN_BACK}; the tool itself was deleted meanwhile.`,
}

const NO_COURT = 'Nobody has told us of an action in court'

/** Of a counter-claim that nobody has answered in court. */
export const counteredWords: Readonly<Record<Outcome, { readonly title: string; readonly what: string }>> = {
  visible: {
    title: 'Your tool is shown again after your counter-claim',
    what: `${NO_COURT}, and your tool is shown again.`,
  },
  away: {
    title: 'Your tool is no longer hidden for the copyright claim',
    what: `${NO_COURT}. Your tool stays out of sight for another reason.`,
  },
  gone: {
    title: 'The copyright claim of your tool has ended',
    what: `${NO_COURT}. The tool itself was deleted meanwhile.`,
  },
}
