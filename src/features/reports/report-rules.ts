/** Apart from the contract, as a page needs them without its schemas. */
export const DETAILS_MAX = 2000

export const REPORT_WORDS = {
  noReason: 'Please select a reason for reporting this tool',
  longDetails: `Details must be ${DETAILS_MAX} characters or less`,
}
