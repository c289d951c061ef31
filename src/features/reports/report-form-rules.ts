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

/** Who says that somebody else's copyright is infringed has to say of what; a claim has a field for that. */
export const needsDetails = (reason: string, isClaim: boolean): boolean => reason === 'copyright' && !isClaim

/** Who learns what, which is not the same for a claim. */
export const detailsHelp = (isClaim: boolean): string =>
  isClaim
    ? 'What else should our team look at? This is for us; whoever made the tool gets your name and the work.'
    : 'What should our team look at? Whoever made the tool does not learn who reported it.'

interface Kind {
  readonly reason: string
  readonly isClaim: boolean
}

/** What is wrong with a value of the form; the fields of a claim count only in one. */
export const checkReport =
  ({ reason, isClaim }: Kind) =>
  (field: ReportField, value: string): string | undefined => {
    if (field === 'reason') return value === '' ? REPORT_WORDS.noReason : undefined
    if (field === 'details') {
      if (value.trim() === '') return needsDetails(reason, isClaim) ? REPORT_WORDS.noWork : undefined
      return value.trim().length > DETAILS_MAX ? REPORT_WORDS.longDetails : undefined
    }
    return isClaim && value.trim() === '' ? MISSING[field] : undefined
  }
