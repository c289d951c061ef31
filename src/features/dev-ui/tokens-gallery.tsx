import { LogoMark } from '#src/ui/shell/logo.tsx'
import { GallerySection, Row, Specimen } from './gallery-section.tsx'

const SWATCHES = [
  { name: 'surface', look: 'bg-surface text-text' },
  { name: 'sunken', look: 'bg-sunken text-text' },
  { name: 'hover', look: 'bg-hover text-text' },
  { name: 'text-2', look: 'bg-surface text-text-2' },
  { name: 'text-3', look: 'bg-surface text-text-3' },
  { name: 'accent', look: 'bg-accent text-on-accent' },
  { name: 'accent-soft', look: 'bg-accent-soft text-accent-text' },
  { name: 'mark', look: 'bg-mark text-on-mark' },
  { name: 'ok', look: 'bg-ok-soft text-ok' },
  { name: 'warn', look: 'bg-warn-soft text-warn' },
  { name: 'bad', look: 'bg-bad-soft text-bad' },
  { name: 'pin', look: 'bg-pin-soft text-pin' },
]
const CHART = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4', 'bg-chart-5', 'bg-chart-6']
const SCALE = ['text-40', 'text-32', 'text-26', 'text-21', 'text-18', 'text-16', 'text-14', 'text-13', 'text-12']

const Palette = () => (
  <div className="flex flex-col gap-3">
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4">
      {SWATCHES.map(({ name, look }) => (
        <div key={name} className={`rounded-6 border border-line px-3 py-3 font-mono text-12 ${look}`}>
          {name}
        </div>
      ))}
    </div>
    <div aria-hidden="true" className="grid h-4 grid-cols-6 overflow-hidden rounded-4">
      {CHART.map((look) => (
        <span key={look} className={look} />
      ))}
    </div>
  </div>
)

export const TokensGallery = () => (
  <GallerySection id="tokens" title="Tokens">
    <Specimen name="Colour, this theme and both side by side">
      <Palette />
      <div className="grid gap-4 md:grid-cols-2">
        <div data-theme="light" className="rounded-14 border border-line p-4">
          <Palette />
        </div>
        <div data-theme="dark" className="rounded-14 border border-line p-4">
          <Palette />
        </div>
      </div>
    </Specimen>
    <Specimen name="Type">
      <div className="flex flex-col gap-1">
        {SCALE.map((size) => (
          <p key={size} className={`truncate ${size}`}>
            <span className="meta-line me-3 inline-block w-8">{size.slice(5)}</span>
            Rounds the way your bank does
          </p>
        ))}
        <p className="figures text-16">0123456789 tabular, 1,234.50</p>
        <p className="meta-line">1,204 runs · p50 3 ms · v4</p>
      </div>
    </Specimen>
    <Specimen name="Radius, shadow, bench">
      <Row>
        <span className="size-16 rounded-4 border border-line bg-surface" />
        <span className="size-16 rounded-6 border border-line bg-surface shadow-1" />
        <span className="size-16 rounded-10 border border-line bg-surface shadow-2" />
        <span className="size-16 rounded-14 border border-line bg-surface shadow-3" />
        <span className="bench-grid bench-ruler h-16 min-w-24 flex-1" />
        <LogoMark size={56} />
      </Row>
    </Specimen>
  </GallerySection>
)
