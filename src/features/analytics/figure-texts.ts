import { durationText } from '#src/client/duration.ts'
import type { InFile } from './chart-file.ts'

export const whole = (value: number): string => value.toLocaleString('en')
export const duration = (ms: number | null): string => (ms === null ? '–' : durationText(ms))
/** Never 100 % while one has failed. */
export const hundredths = (rate: number): number => Math.floor(rate * 1000) / 10
export const percent = (rate: number | null): string => (rate === null ? '–' : `${hundredths(rate)} %`)
export const tenths = (value: number): number => Math.round(value * 10) / 10
export const DURATION_IN_FILE: InFile = { unit: 'ms', figure: tenths }
