import type { CheckedFile } from '#src/lib/forms/form-files.ts'
import { invalidInput } from '#src/server/http/app-error.ts'
import { UnreadablePicture } from '#src/server/pictures/read-picture.ts'
import { isPictureType, redraw } from '#src/server/pictures/redraw.ts'

const MESSAGES = {
  'no-picture': 'This picture cannot be read: it is broken, or not what its name says',
  'too-many-pixels': 'This picture has more than 50 million pixels',
} satisfies Record<UnreadablePicture['reason'], string>

type Files = Readonly<Record<string, CheckedFile>>

/**
 * Pictures come from strangers: each is drawn anew, so that whoever made the form gets what is seen on it, and neither
 * where it was taken nor what hides in the file.
 */
export async function withOwnPictures(files: Files): Promise<Files> {
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
    own[field] = { ...file, content }
  }
  return own
}
