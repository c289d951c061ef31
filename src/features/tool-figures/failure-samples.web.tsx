import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { FailureSample } from './tool-figures.schema.ts'

const SIZES: Readonly<Record<string, (size: number) => string>> = {
  text: (size) => `text of ${size} characters`,
  list: (size) => `list of ${size}`,
  object: (size) => `object of ${size} names`,
}

const shapeText = ({ name, type, size }: FailureSample['inputs'][number]) =>
  `${name}: ${size === null ? type : (SIZES[type]?.(size) ?? type)}`

/** What the last failed runs looked like, as far as it concerns the tool and not who ran it. */
export function FailureSamples({ samples }: { readonly samples: readonly FailureSample[] }) {
  if (samples.length === 0) return null
  return (
    <section aria-labelledby="samples" className="flex flex-col gap-4">
      <SectionHeader id="samples" title="The last failed runs" />
      <p className="text-14 text-text-2">
        What people typed is left out: … stands where the tool repeated it, and of each input there is only its kind.
      </p>
      <ul className="flex flex-col gap-4">
        {samples.map(({ at, version, semver, code, message, inputs }, place) => (
          <li key={`${at} ${place}`} className="flex flex-col gap-1">
            <p className="text-13 text-text-2">
              <TimeAgo at={at} /> · version {semver ?? version} · <code>{code}</code>
            </p>
            <p className="text-14 [overflow-wrap:anywhere]">
              {message === '' ? 'What it said is not kept, as it was given a secret.' : message}
            </p>
            <p className="font-mono text-12 text-text-2 [overflow-wrap:anywhere]">
              {inputs.map(shapeText).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
