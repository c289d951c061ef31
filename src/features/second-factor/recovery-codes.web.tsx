import { Download } from 'lucide-react'
import { Button } from '#src/ui/button.tsx'
import { CopyButton } from '#src/ui/copy-button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'

interface RecoveryCodesDialogProps {
  /** Shown while there are some. */
  readonly codes: readonly string[] | undefined
  readonly onClose: () => void
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), { href: address, download: 'fettle-recovery-codes.txt' }).click()
  // Some browsers read the address only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** The only time that these codes can be seen. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = `${(codes ?? []).join('\n')}\n`
  return (
    <Dialog
      open={codes !== undefined}
      onClose={onClose}
      title="Keep your recovery codes"
      footer={
        <Button variant="primary" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <p className="text-text-2">
        If you lose your device, each of these signs you in once in place of your second factor. They are shown this
        once: keep them where you keep important papers, or in a password manager.
      </p>
      <ul className="my-4 grid gap-x-6 gap-y-1 rounded-6 border border-line bg-sunken p-4 sm:grid-cols-2">
        {codes?.map((code) => (
          <li key={code} className="font-mono text-13 whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy all" size="regular" />
        <Button icon={Download} onClick={() => download(`Recovery codes for Fettle\n\n${text}`)}>
          Download
        </Button>
      </div>
    </Dialog>
  )
}
