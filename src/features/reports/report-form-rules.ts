import { COPYRIGHT_WORDS } from '#src/features/copyright/copyright-rules.ts'
import { DETAILS_MAX, REPORT_WORDS } from './report-rules.ts'

const CLAIM_FIELDS = ['claimant', 'email', 'work', 'declared'] as const
export const FIELDS = ['reason', 'details', ...CLAIM_FIELDS] as const
export type ReportField = (typeof FIELDS)[number]

const MISSING: Readonly<Record<(typeof CLAIM_FIELDS)[number], string>> = {
  claimant: 'Enter your name',
  email: 'Enter your email address',
  work: COPYRIGHT_WORDS.work,
  declared: COPYRIGHT_WORDS.declared,
}

/** What is wrong with a value of the form; the fields of a claim count only in one. */
export const checkReport =
  (isClaim: boolean) =>
  (field: ReportField, value: string): string | undefined => {
    if (field === 'reason') return value === '' ? REPORT_WORDS.noReason : undefined
    if (field === 'details') return value.trim().length > DETAILS_MAX ? REPORT_WORDS.longDetails : undefined
    return isClaim && value.trim() === '' ? MISSING[field] : undefined
  }
