import type { FormField } from '#src/lib/forms/form-fields.ts'
import { type CheckedFile, checkFile } from '#src/lib/forms/form-files.ts'
import { invalidInput } from '#src/server/http/app-error.ts'
import { UnreadablePicture } from '#src/server/pictures/read-picture.ts'
import { isPictureType, redraw } from '#src/server/pictures/redraw.ts'

const MESSAGES = {
  'no-picture': 'This picture cannot be read: it is broken, or not what its name says',
  'too-many-pixels': 'This picture has more than 50 million pixels',
} satisfies Record<UnreadablePicture['reason'], string>

type Files = Readonly<Record<string, CheckedFile>>

/** A file that we make may be larger than what was sent. */
const stillTooLarge = (error: string) =>
  `${error}, and this picture is larger once it is drawn anew: choose a smaller one`

/**
 * Pictures come from strangers: each is drawn anew, so that whoever made the form gets what is seen on it, and neither
 * where it was taken nor what hides in the file.
 */
export async function withOwnPictures(files: Files, fields: readonly FormField[]): Promise<Files> {
  const own: Record<string, CheckedFile> = {}
  for (const [field, file] of Object.entries(files)) {
    if (!isPictureType(file.type)) {
      own[field] = file
      continue
    }
    const content = await redraw(file.content, file.type).catch((error: unknown) => {
      if (!(error instanceof UnreadablePicture)) throw error
      throw invalidInput([{ field, message: MESSAGES[error.reason] }])
    })
    const drawn = { ...file, content }
    const checked = checkFile(drawn, fields.find(({ name }) => name === field) ?? {})
    if ('error' in checked) throw invalidInput([{ field, message: stillTooLarge(checked.error) }])
    own[field] = drawn
  }
  return own
}
