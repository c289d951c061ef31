import { OutputCountdown } from './output-countdown.tsx'
import { OutputFile } from './output-file.tsx'
import { OutputHtml } from './output-html.tsx'
import { OutputMarked } from './output-marked.tsx'
import type { OutputProps } from './output-props.ts'

const FORMATS = { marked: OutputMarked, file: OutputFile, html: OutputHtml, countdown: OutputCountdown }

/** Formats that few tools have, together: each is smaller than what fetching it alone would add to every page. */
export function OutputLater({ spec, value }: OutputProps) {
  const { format } = spec
  const View = format === 'marked' || format === 'file' || format === 'html' ? FORMATS[format] : FORMATS.countdown
  return <View spec={spec} value={value} />
}
