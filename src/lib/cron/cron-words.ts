import cronstrue from 'cronstrue'
import type { Parsed } from './cron-expression.ts'

/** "At 09:00, Monday through Friday" */
export function cronInWords({ spoken, onlyOn }: Parsed, { use24Hours }: { use24Hours: boolean }): string {
  const isBoth = onlyOn !== undefined
  const words = cronstrue.toString(spoken, { use24HourTimeFormat: use24Hours, logicalAndDayFields: isBoth })
  return isBoth ? `${words}; a day must match both` : words
}
