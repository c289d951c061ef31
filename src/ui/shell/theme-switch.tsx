import { Monitor, Moon, Sun } from 'lucide-react'
import type { Theme } from '#src/lib/theme.ts'
import { IconButton } from '../button.tsx'
import { Menu } from '../menu.tsx'

const CHOICES = [
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
  { theme: 'system', label: 'As the system', icon: Monitor },
] as const

interface ThemeSwitchProps {
  theme: Theme
  onChange: (theme: Theme) => void
}

export const ThemeSwitch = ({ theme, onChange }: ThemeSwitchProps) => {
  const current = CHOICES.find((choice) => choice.theme === theme) ?? CHOICES[2]
  return (
    <Menu
      label="Theme"
      items={CHOICES.map((choice) => ({
        label: choice.label,
        icon: choice.icon,
        checked: choice.theme === theme,
        onSelect: () => onChange(choice.theme),
      }))}
      trigger={(props) => <IconButton {...props} icon={current.icon} aria-label={`Theme: ${current.label}`} />}
    />
  )
}
