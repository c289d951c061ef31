import type { Category } from '#src/sdk/define-tool.ts'

/** What people read for a category. */
export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  calculator: 'Calculator',
  converter: 'Converter',
  developer: 'Developer',
  health: 'Health',
  design: 'Design',
  finance: 'Finance',
}
