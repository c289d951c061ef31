import { Download, Ellipsis, type LucideIcon, Send, Share2 } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { toast } from '#src/client/toasts.ts'
import { Button, type ButtonProps, type ButtonSize } from '#src/ui/button.tsx'

/** What a part that opens at a button is given. */
export interface AtButton {
  readonly trigger: (props: ButtonProps) => ReactNode
  /** Its code came because somebody pressed the button. */
  readonly opensAtOnce: boolean
}

interface Look {
  readonly label: string
  readonly icon: LucideIcon
  readonly opens: 'menu' | 'dialog'
  /** Its icon says enough. */
  readonly isBrief?: boolean
}

/** The button that was pressed has given way to this one, which the focus returns to. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

/** A button whose menu or dialog comes with the first press, as a page begins without the code of either. */
function laterMenu<Props extends AtButton>(
  { label, icon, opens, isBrief = false }: Look,
  load: () => Promise<ComponentType<Props>>,
) {
  return function LaterMenu({
    size = 'dense',
    ...props
  }: Omit<Props, keyof AtButton> & { readonly size?: ButtonSize }) {
    const [Part, setPart] = useState<ComponentType<Props>>()
    const [isLoading, setLoading] = useState(false)
    const open = async () => {
      setLoading(true)
      try {
        const loaded = await load()
        setPart(() => loaded)
      } catch {
        toast({ kind: 'error', title: `${label} did not load`, description: 'Please try again once online.' })
        setLoading(false)
      }
    }
    const button = (more: ButtonProps) => (
      <Button
        icon={icon}
        size={size}
        aria-haspopup={opens}
        {...(isBrief && { title: label, className: 'px-2!' })}
        {...more}
      >
        <span className={isBrief ? 'sr-only' : ''}>{label}</span>
      </Button>
    )
    if (Part === undefined) return button({ busy: isLoading, onClick: () => void open() })
    const atButton: AtButton = { opensAtOnce: true, trigger: (given) => button({ ref: takeFocus, ...given }) }
    // The rest of a generic type and what was left out of it are that type again, but not for the compiler.
    return <Part {...({ ...props, ...atButton } as unknown as Props)} />
  }
}

export const ShareMenu = laterMenu({ label: 'Share', icon: Share2, opens: 'menu' }, () =>
  import('./share-menu.web.tsx').then((file) => file.ShareMenu),
)
export const DownloadMenu = laterMenu({ label: 'Download', icon: Download, opens: 'menu', isBrief: true }, () =>
  import('./download-menu.web.tsx').then((file) => file.DownloadMenu),
)
export const SendMenu = laterMenu({ label: 'Send to…', icon: Send, opens: 'dialog' }, () =>
  import('./send-dialog.web.tsx').then((file) => file.SendMenu),
)
export const MoreMenu = laterMenu({ label: 'More', icon: Ellipsis, opens: 'menu' }, () =>
  import('./more-menu.web.tsx').then((file) => file.MoreMenu),
)
