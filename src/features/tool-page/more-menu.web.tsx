import { Flag } from 'lucide-react'
import { useState } from 'react'
import { ReportDialog } from '#src/features/reports/report-dialog.web.tsx'
import { Menu, type MenuItem } from '#src/ui/menu.tsx'
import type { AtButton } from './later-menu.web.tsx'

interface MoreMenuProps extends AtButton {
  readonly fxn: { readonly id: string; readonly title: string }
}

/** What is done with a tool less often. */
export function MoreMenu({ fxn, ...menu }: MoreMenuProps) {
  const [reports, setReports] = useState(false)
  const items: MenuItem[] = [{ label: 'Report…', icon: Flag, onSelect: () => setReports(true) }]
  return (
    <>
      <Menu {...menu} label="More" items={items} />
      {reports ? <ReportDialog tool={fxn} onClose={() => setReports(false)} /> : null}
    </>
  )
}
