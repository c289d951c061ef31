import type { ExecutionStep } from '#src/features/executions/executions.schema.ts'

type Failure = Pick<NonNullable<ExecutionStep['error']>, 'code' | 'message'>

export interface Advice {
  /** What to do about it, in whole sentences. */
  readonly text: string
  /** The setting to look at, as problems name it: "url", "headers.accept". */
  readonly field?: string
}

/** What can be done about each kind of failure; codes that are not here are failures of a tool's own. */
const ADVICE: Readonly<Record<string, Advice>> = {
  EXPRESSION_FAILED: { text: 'Look at the data that came in: it is not what the expression expects.' },
  INVALID_CONFIG: { text: 'A setting came out as something that the step cannot use. See what its expression gives.' },
  INVALID_INPUT: { text: 'A setting came out as something that the step cannot use. See what its expression gives.' },
  HTTP_STATUS: {
    text: 'The other side refused. Check the address and what is sent; if it was only busy, let the step try again.',
    field: 'url',
  },
  INVALID_RESPONSE: { text: 'The answer could not be read. Check that the address is the right one.', field: 'url' },
  INVALID_REQUEST: { text: 'The request could not be made as it is written. Check the address.', field: 'url' },
  RESPONSE_TOO_LARGE: { text: 'Ask for less at once, for example a page at a time.', field: 'url' },
  PAGING_FAILED: { text: 'Check how the step goes from one page to the next.' },
  NODE_TIMEOUT: { text: 'Give the step more time under “Errors and skipping”, or let it do less at once.' },
  TOOL_ERROR: { text: 'The tool refused what it was given. Check the values of its fields.', field: 'input' },
  SECRET_MISSING: { text: 'Save a secret of this name under Settings, then run the step again.' },
  SECRET_NOT_NAMED: { text: 'Choose the secret that the step may use.' },
  LOOP_LIMIT: { text: 'Let the loop go through fewer items, or raise its limit.', field: 'items' },
  QUOTA_EXCEEDED: { text: 'The runs of this month are used up. They begin anew with the next month.' },
  AI_OFF: { text: 'This server has no model to ask. Whoever runs it can add one.' },
  AI_MISFIT: { text: 'The model’s answer did not fit. Describe the answer more closely, or allow more attempts.' },
  MAIL_OFF: { text: 'This server sends no mail. Whoever runs it can turn it on.' },
  OUTPUT_MISFIT: { text: 'What the workflow gives does not fit what its settings promise.' },
  SANDBOX_UNAVAILABLE: { text: 'Nothing of yours is wrong. Run the step again in a moment.' },
  NODE_CRASHED: { text: 'Nothing of yours need be wrong. Run the step again; if it fails again, report it.' },
  RUN_LOST: { text: 'The server went away in the middle. Run the step again.' },
  RUN_TIMEOUT: { text: 'The run took longer than it may. Split it, or let steps do less at once.' },
  CANCELLED: { text: 'Somebody stopped it.' },
}

const GENERAL: Advice = { text: 'Check the settings of the step and the data that came in, then run it again.' }

/** An expression that fails says where it stands: "(at config headers.accept, character 4)". */
const PLACE = /\(at config ([^,)]+), character \d+\)/

/** What somebody can do about a failure, and the setting that it is about. */
export function adviceFor({ code, message }: Failure): Advice {
  const advice = ADVICE[code] ?? GENERAL
  const field = PLACE.exec(message)?.[1] ?? advice.field
  return field === undefined ? advice : { ...advice, field }
}
