import { Code2, Link2, Link2Off } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { toast } from '#src/client/toasts.ts'
import type { Json } from '#src/sdk/json.ts'
import { copyText } from '#src/ui/copy-text.ts'
import { Menu, type MenuItem } from '#src/ui/menu.tsx'
import { isDelicate } from './delicate.ts'
import { EmbedDialog } from './embed-dialog.web.tsx'
import type { EmbedPanel } from './embed-panel.web.tsx'
import type { AtButton } from './later-menu.web.tsx'
import { toHash } from './share-link.ts'

interface ShareMenuProps extends AtButton {
  /** What the form holds beyond its defaults. */
  readonly inputs: Readonly<Record<string, Json>>
  /** Absent where the tool may stand in nobody's page. */
  readonly embed: ComponentProps<typeof EmbedPanel> | undefined
}

async function copyLink(hash: string): Promise<void> {
  const { origin, pathname } = window.location
  if (await copyText(origin + pathname + hash)) toast({ kind: 'success', title: 'Link copied' })
  else
    toast({
      kind: 'error',
      title: 'Your browser did not allow copying',
      description: `Copy this address by hand: ${origin}${pathname}`,
    })
}

/** The better offer stands first: with the input, unless that is long or looks like a secret. */
export function ShareMenu({ inputs, embed, ...menu }: ShareMenuProps) {
  const [showsEmbed, setShowsEmbed] = useState(false)
  const hash = toHash(inputs)
  const withInput: MenuItem = { label: 'Copy link', icon: Link2, onSelect: () => void copyLink(hash ?? '') }
  const without: MenuItem = { label: 'Copy link without my input', icon: Link2Off, onSelect: () => void copyLink('') }
  const items = hash === undefined ? [without] : isDelicate(inputs) ? [without, withInput] : [withInput, without]
  if (embed) items.push({ label: 'Embed in a page', icon: Code2, onSelect: () => setShowsEmbed(true) })
  return (
    <>
      <Menu {...menu} label="Share" items={items} />
      {embed && showsEmbed ? <EmbedDialog {...embed} onClose={() => setShowsEmbed(false)} /> : null}
    </>
  )
}
