import { Flag } from 'lucide-react'
import { useState } from 'react'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { useToolActions } from '#src/features/creator-tools/tool-actions.web.tsx'
import { ReportDialog } from '#src/features/reports/report-dialog.web.tsx'
import { Menu, type MenuItem } from '#src/ui/menu.tsx'
import type { AtButton } from './later-menu.web.tsx'

interface MoreMenuProps extends AtButton {
  readonly fxn: Fxn
}

/** What is done with a tool less often. */
export function MoreMenu({ fxn, ...menu }: MoreMenuProps) {
  const [reports, setReports] = useState(false)
  const actions = useToolActions(fxn)
  const report: MenuItem = { label: 'Report…', icon: Flag, onSelect: () => setReports(true) }
  return (
    <>
      <Menu {...menu} label="More" items={[report, ...actions.items]} />
      {reports ? <ReportDialog tool={fxn} onClose={() => setReports(false)} /> : null}
      {actions.dialog}
    </>
  )
}
