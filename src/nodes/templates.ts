/** True for text that holds `{{ … }}`: its type is known only when it has been evaluated. */
export const isTemplate = (value: unknown): value is string => typeof value === 'string' && value.includes('{{')
