import { ArrowRight } from 'lucide-react'
import { useNavigate } from 'react-router'
import { handOver } from '#src/features/tool-runs/hand-over.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { detectPaste, type Suggestion } from './detect-paste.ts'

const SHOWN = 300

interface PasteDialogProps {
  readonly text: string
  readonly onClose: () => void
}

/** The tools that know what to do with a pasted text. It stays in this browser: the tool gets it from memory. */
export function PasteDialog({ text, onClose }: PasteDialogProps) {
  const navigate = useNavigate()
  const suggestions = detectPaste(text)
  const kinds = [...new Set(suggestions.map(({ kind }) => kind))]
  const open = ({ slug, inputs }: Suggestion) => {
    handOver(slug, inputs)
    onClose()
    void navigate(`/fxn/${slug}`)
  }
  return (
    <Dialog open onClose={onClose} title={`Pasted: ${kinds.join(' or ')}`}>
      <div className="flex flex-col gap-4">
        <p className="max-h-24 overflow-hidden rounded-6 bg-sunken px-3 py-2 font-mono text-13 [overflow-wrap:anywhere] whitespace-pre-wrap text-text-2">
          {text.trim().slice(0, SHOWN)}
          {text.trim().length > SHOWN ? '…' : ''}
        </p>
        <ul className="flex flex-col gap-2">
          {suggestions.map((suggestion, index) => (
            <li key={suggestion.slug}>
              <button
                type="button"
                {...(index === 0 && { 'data-autofocus': '' })}
                onClick={() => open(suggestion)}
                className="flex min-h-11 w-full items-center gap-3 rounded-6 border border-line bg-surface px-4 py-2 text-start hover:border-line-strong hover:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{suggestion.title}</span>
                  <span className="block text-13 text-text-2">{suggestion.does}</span>
                </span>
                <ArrowRight size={16} className="flex-none text-text-2 rtl:-scale-x-100" />
              </button>
            </li>
          ))}
        </ul>
        <p className="text-13 text-text-2">These tools run in your browser. What you pasted is sent nowhere.</p>
      </div>
    </Dialog>
  )
}
