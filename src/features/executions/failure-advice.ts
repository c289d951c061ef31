/** What to do about a failure, by its code, in the words of whoever built the workflow. */
const ADVICE: Readonly<Record<string, string>> = {
  EXPRESSION_FAILED:
    'Look at what came before it, from what started the run or an earlier step: the name may be misspelt, or the value missing in this run. For what may be missing, write trigger.body.?name.orValue("friend"): mind the question mark.',
  INVALID_CONFIG:
    'Open the step and mend the setting that is named. A value from an earlier step may have the wrong type.',
  UNKNOWN_NODE: 'This server does not have that kind of step. Replace it, then publish again.',
  SECRET_MISSING: 'Store the secret under Settings, then retry from the failed step.',
  SECRET_NOT_NAMED: 'Choose a secret in the step: its name came from an expression that gave none.',
  HTTP_STATUS:
    'The other service refused. Its answer is in the technical detail; check address, key and body. If it was down, retry from here.',
  INVALID_RESPONSE:
    'The other service answered something else than was asked for. Check the address, or read the answer as text.',
  RESPONSE_TOO_LARGE: 'Ask the other service for less, such as one page at a time.',
  PAGING_FAILED: 'Check in the step how the next page is found.',
  NODE_TIMEOUT: 'It took longer than the step may. Give the step more time, or let it try again.',
  RUN_TIMEOUT: 'The run took longer than the settings of the workflow allow. Raise that limit, or split the work.',
  CODE_ERROR:
    'The code of the step failed at the line that is named. What it wrote to the console is in the technical detail.',
  TIME_LIMIT: 'The code computed for too long. Give it less to do at once, in a loop for example.',
  MEMORY_LIMIT: 'The code needed too much memory. Give it less to do at once, in a loop for example.',
  OUTPUT_LIMIT: 'It gave more than a step may. Return only what later steps need.',
  RUN_TOO_LARGE: 'The steps hold too much together. Pass on only what later steps need.',
  QUOTA_EXCEEDED: 'Delete old executions, or let them be kept for fewer days.',
  TOO_MUCH_AT_WORK: 'The server was busy. Retry from the failed step.',
  SANDBOX_BUSY: 'The server was busy. Retry from the failed step, or let the step try again by itself.',
  SANDBOX_UNAVAILABLE: 'Code cannot run on this server at present. Ask its operator.',
  TOOL_ERROR: 'The tool refused its input: compare the input of the step with what the tool asks for.',
  INVALID_INPUT: 'Compare the input of the step with what it asks for.',
  LOOP_LIMIT: 'The loop went around as often as it may. Check its condition, or raise its limit.',
  TOO_MANY_TURNS: 'The loops went around too often together. Narrow the lists that they go through.',
  INVALID_REQUEST: 'The request could not be made as it is written. Check the address.',
  OUTPUT_MISFIT: 'What the workflow gives does not fit what its settings promise.',
  NODE_CRASHED: 'Nothing of yours need be wrong. Retry from the failed step; if it fails again, report it.',
  CANCELLED: 'Somebody stopped it.',
  STOPPED: 'A stop step ended the run like this on purpose.',
  RECOVERY_LIMIT:
    'The server ended several times while this ran. Retry; if it fails again, a step may need too much memory.',
  RUN_LOST: 'The server ended before the run was safe. Retry from the start.',
  OWNER_GONE: 'The account may not run workflows at present.',
  NOTHING_STANDS_IN: 'Pin an output of the step, or run the workflow instead of simulating it.',
  AI_OFF: 'No AI model is set up on this server. Ask its operator.',
  AI_MISFIT: 'The model did not answer in the wanted form. Say in the prompt what to give, or loosen the form.',
  MAIL_OFF: 'No mail can be sent from this server. Ask its operator.',
  CALL_FAILED: 'The workflow that was called failed: open its execution below to see why.',
  WORKFLOW_MISSING: 'The workflow that is called is gone, paused or not published. Choose another one, or publish it.',
  EGRESS_BLOCKED: 'Only public addresses may be called. Check the address; an operator can allow private ones.',
  EGRESS_DNS: 'There is no server of that name. Check the address for a typing mistake.',
  EGRESS_CONNECTION: 'The server could not be reached. Check the address, or retry later.',
  EGRESS_TIMEOUT: 'The server took too long to answer. Retry later, or give the step more time.',
  EGRESS_TLS: 'The certificate of the server is not valid. Check the address, or tell its operator.',
  EGRESS_TOO_LARGE: 'Ask the other service for less, such as one page at a time.',
  EGRESS_REDIRECTS: 'The address leads on and on. Use the last one of them.',
}

const BY_KIND: readonly (readonly [string, string])[] = [
  ['EGRESS_', 'The call could not be made. Check the address and the settings of the step.'],
  ['SANDBOX_', 'Code could not run. Retry from the failed step.'],
]
const ANYTHING = 'Compare the input of the step with what it needs, then retry from here.'

export const adviceFor = (code: string): string =>
  ADVICE[code] ?? BY_KIND.find(([start]) => code.startsWith(start))?.[1] ?? ANYTHING

/** Where a step is mended: itself, and the setting that failed. */
export function mendingPlace(workflowId: string, nodeId: string, path?: string): string {
  const search = new URLSearchParams({ step: nodeId })
  if (path !== undefined && path !== '') search.set('field', path)
  return `/workflows/${workflowId}?${search}`
}
