import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { useToolActions } from '#src/features/creator-tools/tool-actions.web.tsx'
import { Menu } from '#src/ui/menu.tsx'
import type { AtButton } from './later-menu.web.tsx'

interface MoreMenuProps extends AtButton {
  readonly fxn: Fxn
}

/** What is done with a tool less often. */
export function MoreMenu({ fxn, ...menu }: MoreMenuProps) {
  const { items, dialog } = useToolActions(fxn)
  return (
    <>
      <Menu {...menu} label="More" items={items} />
      {dialog}
    </>
  )
}
