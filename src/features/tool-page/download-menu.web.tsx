import { saveFile } from '#src/client/save-file.ts'
import { Menu } from '#src/ui/menu.tsx'
import type { AtButton } from './later-menu.web.tsx'
import { csvFile, downloadsOf, type OutputFile } from './output-file.ts'
import type { ShownOutput } from './outputs.ts'

const save = ({ name, text, type }: OutputFile): void => saveFile(name, text, type)

/** Saves a table under this name, without its ending. */
export const saveTable = (name: string, table: Pick<ShownOutput, 'spec' | 'value'>): void => save(csvFile(name, table))

interface DownloadMenuProps extends AtButton {
  readonly slug: string
  readonly outputs: readonly ShownOutput[]
}

/** Every part of a result in the form that fits it. */
export const DownloadMenu = ({ slug, outputs, ...menu }: DownloadMenuProps) => (
  <Menu
    {...menu}
    label="Download"
    items={downloadsOf(slug, outputs).map(({ label, kind, file }) => ({
      label: `${label} (.${kind})`,
      onSelect: () => save(file()),
    }))}
  />
)
