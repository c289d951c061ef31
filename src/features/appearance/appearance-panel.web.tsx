import { useTheme } from '#src/client/use-theme.ts'
import type { Theme } from '#src/lib/theme.ts'
import { Card } from '#src/ui/card.tsx'
import { RadioGroupField } from '#src/ui/fields/choice-fields.tsx'

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'As the system' },
]

/** Light or dark; kept in a cookie of this browser. */
export function AppearancePanel() {
  const [theme, choose] = useTheme()
  return (
    <Card heading="Appearance">
      <RadioGroupField
        name="theme"
        label="Theme"
        help="For this browser. “As the system” follows your device from day to night."
        options={THEMES}
        value={theme}
        onChange={(value) => choose(THEMES.find((one) => one.value === value)?.value ?? 'system')}
      />
    </Card>
  )
}
