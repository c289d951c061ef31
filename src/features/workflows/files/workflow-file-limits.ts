/** Most characters of a file. */
export const MAX_FILE_LENGTH = 2_000_000
