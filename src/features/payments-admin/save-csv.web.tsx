import { Download } from 'lucide-react'
import { useState } from 'react'
import { toApiError } from '#src/client/api-error.ts'
import { saveFile } from '#src/client/save-file.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'

interface Exported {
  readonly csv: string
  readonly rows: number
  readonly complete: boolean
}

/** Saves what a filter finds as a file for a spreadsheet, and says when it does not hold all of it. */
export function SaveCsv({ name, load }: { readonly name: string; readonly load: () => Promise<Exported> }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { csv, rows, complete } = await load()
      saveFile(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, `\ufeff${csv}`, 'text/csv;charset=utf-8')
      if (!complete)
        toast({
          kind: 'info',
          title: `The file holds the newest ${rows.toLocaleString('en')} rows`,
          description: 'Narrow the filter for older ones.',
        })
    } catch (error) {
      toast({ kind: 'error', title: 'The file could not be made', description: toApiError(error).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={Download} busy={busy} onClick={() => void save()}>
      Save as CSV
    </Button>
  )
}
