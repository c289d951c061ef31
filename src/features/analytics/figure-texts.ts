import { durationText } from '#src/client/duration.ts'
import type { InFile } from './chart-file.ts'

export const whole = (value: number): string => value.toLocaleString('en')
/** Never 100 % while one has failed. */
export const hundredths = (rate: number): number => Math.floor(rate * 1000) / 10
export const percent = (rate: number | null): string => (rate === null ? '–' : `${hundredths(rate)} %`)
export const tenths = (value: number): number => Math.round(value * 10) / 10
/** Of what stands in the files: rounded once more, 14.46 ms would be 14 here and 15 for whoever reads 14.5 there. */
export const duration = (ms: number | null): string => (ms === null ? '–' : durationText(tenths(ms)))
export const DURATION_IN_FILE: InFile = { unit: 'ms', figure: tenths }
