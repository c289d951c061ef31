import type { OutputSpec } from '#src/sdk/outputs.ts'
import { badge, chart, image, json, listOf, table, text, wheel } from '#src/sdk/outputs.ts'
import { Card } from '#src/ui/card.tsx'
import { OutputView } from '#src/ui/outputs/output-view.tsx'
import { GallerySection } from './gallery-section.tsx'

const IMAGE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" width="96"%3E%3Cpath fill="teal" d="M0 0h4v8h4V4H0z"/%3E%3C/svg%3E'

const columns = [
  { name: 'year', label: 'Year' },
  { name: 'balance', label: 'Balance', type: 'money' },
] as const
const balances = (years: number) =>
  Array.from({ length: years + 1 }, (_, year) => ({
    year: String(year),
    balance: Math.round(25_000_000 * (1 - (year / years) ** 1.6)) / 100,
  }))

const OUTPUTS: readonly (readonly [OutputSpec, unknown])[] = [
  [badge('Total', { format: 'money', primary: true }), 101.4],
  [badge('Tip', { format: 'money', help: 'Rounded half up.' }), 1234.5],
  [badge('Valid', { type: 'boolean' }), true],
  [badge('Valid', { type: 'boolean' }), false],
  [text('Reversed'), 'Why did the chicken'],
  [text('Formatted', { format: 'code' }), '{\n  "a": 1\n}'],
  [listOf('Exercises'), ['Squats, 3 × 12', 'Plank, 60 s']],
  [json('Parsed'), { a: [1, null, 'x'] }],
  [wheel('Winner'), { options: ['Ada', 'Grace', 'Katherine', 'Hedy', 'Radia Perlman'], winner: 'Hedy' }],
  [image('Code'), IMAGE],
  [table('Shares', { columns }), balances(3)],
  [table('Nothing', { columns }), []],
  [chart('Balance', { columns }), balances(10)],
  [chart('Balance by month', { columns }), balances(360)],
]

export const OutputsGallery = () => (
  <GallerySection id="outputs" title="Outputs">
    <div className="grid gap-4 lg:grid-cols-2">
      {OUTPUTS.map(([spec, value], index) => (
        <Card key={index} heading={spec.renderer} level={3}>
          <OutputView spec={spec} value={value} />
        </Card>
      ))}
    </div>
  </GallerySection>
)
