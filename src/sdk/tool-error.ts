/**
 * What a tool throws when it cannot answer.
 * With `field` the input is at fault and the message is shown at that field (HTTP 422 INVALID_INPUT);
 * without it the run failed (HTTP 422 TOOL_ERROR).
 */
export class ToolError extends Error {
  readonly field: string | undefined
  constructor(message: string, { field }: { field?: string } = {}) {
    super(message)
    this.name = 'ToolError'
    this.field = field
  }
}
