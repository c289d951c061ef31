import type { ToolFigures } from './tool-figures.schema.ts'

/** Nothing happened in these days: a refund of an older sale is something too. */
export const nobodyWasHere = ({ total, revenue }: Pick<ToolFigures, 'total' | 'revenue'>): boolean =>
  total.runs === 0 && total.views === 0 && revenue.sales === 0 && revenue.tips === 0 && revenue.share === 0
