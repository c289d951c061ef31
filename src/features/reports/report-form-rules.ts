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

interface Kind {
  readonly reason: string
  readonly isClaim: boolean
}

/** What to say, and who learns it, which is not the same for a claim. */
export const detailsHelp = ({ reason, isClaim }: Kind): string => {
  if (isClaim)
    return 'What else should our team look at? This is for us; whoever made the tool gets your name and the work.'
  const asked =
    reason === 'copyright'
      ? 'Which work does it infringe, and where can that be seen?'
      : 'What should our team look at?'
  return `${asked} Whoever made the tool does not learn who reported it.`
}

/** What is wrong with a value of the form; the fields of a claim count only in one. */
export const checkReport =
  ({ isClaim }: Pick<Kind, 'isClaim'>) =>
  (field: ReportField, value: string): string | undefined => {
    if (field === 'reason') return value === '' ? REPORT_WORDS.noReason : undefined
    if (field === 'details') return value.trim().length > DETAILS_MAX ? REPORT_WORDS.longDetails : undefined
    return isClaim && value.trim() === '' ? MISSING[field] : undefined
  }
