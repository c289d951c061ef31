/** What a tool can be reported for, and what moderators decide on. */
export const REPORT_REASONS = ['spam', 'malware', 'copyright', 'offensive', 'misleading', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const REPORT_REASON_WORDS: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam or advertising',
  malware: 'Malware, or it harms people',
  copyright: 'It infringes a copyright',
  offensive: 'Offensive content',
  misleading: 'Misleading or wrong',
  other: 'Something else',
}
