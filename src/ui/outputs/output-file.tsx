import { Download } from 'lucide-react'
import { buttonClass } from '../button.tsx'
import type { OutputProps } from './output-props.ts'
import { OutputJson } from './plain-outputs.tsx'

const FILE = /^data:(image|application)\/([a-z-]+);base64,/
const ENDINGS: Readonly<Record<string, string>> = { jpeg: 'jpg', gzip: 'gz', 'octet-stream': 'bin' }

/** Bytes that are their own address (data:), to be saved. */
export function OutputFile({ spec, value }: OutputProps) {
  const kind = typeof value === 'string' ? FILE.exec(value)?.[2] : undefined
  if (typeof value !== 'string' || kind === undefined) return <OutputJson spec={spec} value={value} />
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-13 text-text-2">{spec.label}</p>
      <a href={value} download={`${spec.label}.${ENDINGS[kind] ?? kind}`} className={buttonClass({ size: 'dense' })}>
        <Download size={16} />
        Save file (.{ENDINGS[kind] ?? kind})
      </a>
      {spec.help ? <p className="text-13 text-text-3">{spec.help}</p> : null}
    </div>
  )
}
