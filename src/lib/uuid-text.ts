/** A UUID as people write it: in braces, as a URN, in capitals or without hyphens. */
const WRITTEN =
  /^\s*(?:urn:uuid:)?(?:\{\s*)?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})(?:\s*\})?\s*$/i

/** In the usual form with small letters; undefined where the text is none. */
export const parseUuid = (text: string): string | undefined => WRITTEN.exec(text)?.slice(1).join('-').toLowerCase()
