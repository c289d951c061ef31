import { Download } from 'lucide-react'
import { IMAGE_ADDRESS } from '#src/sdk/outputs.ts'
import { buttonClass } from '../button.tsx'
import type { OutputProps } from './output-props.ts'
import { OutputJson } from './plain-outputs.tsx'

/** An image that is its own address (data:). Nothing is fetched for a tool's output. */
export function OutputImage({ spec, value }: OutputProps) {
  if (typeof value !== 'string' || !IMAGE_ADDRESS.test(value)) return <OutputJson spec={spec} value={value} />
  return (
    <figure className="flex flex-col items-start gap-2">
      <figcaption className="text-13 text-text-2">{spec.label}</figcaption>
      <img src={value} alt={spec.label} className="max-h-96 max-w-full rounded-6 border border-line" />
      <a href={value} download={spec.label} className={buttonClass({ size: 'dense' })}>
        <Download size={16} />
        Save image
      </a>
    </figure>
  )
}
