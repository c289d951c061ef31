import { Flag } from 'lucide-react'
import { useState } from 'react'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { useToolActions } from '#src/features/creator-tools/tool-actions.web.tsx'
import { ReportDialog } from '#src/features/reports/report-dialog.web.tsx'
import { type OfferedRun, offeredRun } from '#src/features/reports/reported-run.ts'
import { Menu, type MenuItem } from '#src/ui/menu.tsx'
import type { AtButton } from './later-menu.web.tsx'
import type { ToolRun } from './use-tool-run.web.tsx'

interface MoreMenuProps extends AtButton {
  readonly fxn: Fxn
  readonly tool: ToolRun
}

/** What is done with a tool less often. */
export function MoreMenu({ fxn, tool, ...menu }: MoreMenuProps) {
  const [reports, setReports] = useState<{ readonly run: OfferedRun }>()
  const actions = useToolActions(fxn)
  const report: MenuItem = { label: 'Report…', icon: Flag, onSelect: () => setReports({ run: offeredRun(fxn, tool) }) }
  return (
    <>
      <Menu {...menu} label="More" items={[report, ...actions.items]} />
      {reports ? <ReportDialog tool={fxn} offered={reports.run} onClose={() => setReports(undefined)} /> : null}
      {actions.dialog}
    </>
  )
}
