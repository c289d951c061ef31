/** Apart from the contract, as a page needs them without its schemas. */
export const DETAILS_MAX = 2000
/** Characters of JSON. What was entered goes into a link. */
export const RUN_INPUTS_MAX = 4000
export const RUN_OUTPUTS_MAX = 20_000
/** What a wrong result is reported for. */
export const RUN_REASON = 'misleading'

export const REPORT_WORDS = {
  noReason: 'Please select a reason for reporting this tool',
  longDetails: `Details must be ${DETAILS_MAX} characters or less`,
  longInputs: `The inputs must be ${RUN_INPUTS_MAX} characters or less`,
  longOutputs: `The result must be ${RUN_OUTPUTS_MAX} characters or less`,
  secretRun: 'This may hold a secret, so it is not sent',
}
