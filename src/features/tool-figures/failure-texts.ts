const TEXTS: Readonly<Record<string, string>> = {
  '': 'In a visitor’s browser, which does not say why',
  TOOL_ERROR: 'Its code threw an error',
  TIME_LIMIT: 'It took longer than a run may',
  MEMORY_LIMIT: 'It needed more memory than a run may have',
  OUTPUT_LIMIT: 'Its result was too large',
  SANDBOX_UNAVAILABLE: 'The sandbox was not there, which is our fault',
}

/** Fixed words: what the tool itself said may repeat what somebody typed. */
export const failureText = (code: string): string => TEXTS[code] ?? 'The run could not be carried out'
