export type CardField = 'number' | 'expiry' | 'cvc'

/** "12/30", "12 / 2030", "1230" → December 2030 */
export function expiryIn(text: string): { expMonth: number; expYear: number } | undefined {
  const [, month, year = ''] = /^(0?[1-9]|1[0-2])\s*\/?\s*(\d{4}|\d{2})$/.exec(text.trim()) ?? []
  return month === undefined
    ? undefined
    : { expMonth: Number(month), expYear: Number(year.length === 2 ? `20${year}` : year) }
}

/** What can be seen without asking a bank. */
export function cardProblem(field: CardField, value: string): string | undefined {
  if (field === 'number') return /^[\d\s-]{12,25}$/.test(value.trim()) ? undefined : 'Enter the number on the card'
  if (field === 'expiry') return expiryIn(value) === undefined ? 'Enter month and year, such as 04 / 30' : undefined
  return /^\d{3,4}$/.test(value.trim()) ? undefined : 'Enter the 3 or 4 digits on the card'
}
