import { AppError } from '#src/server/http/app-error.ts'

/** What nobody does with a tool of their own; the words say it of what was tried. */
export const ownTool = (message: string) => new AppError({ code: 'OWN_TOOL', status: 403, message })
