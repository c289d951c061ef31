import type { ComponentType, LazyExoticComponent } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'

interface SettingsSection {
  /** The anchor: /settings#appearance. */
  readonly id: string
  /** In the navigation of the page. */
  readonly label: string
  readonly Panel: LazyExoticComponent<ComponentType>
}

/** Every panel of the settings, in their order; each one is loaded when the page shows it. */
export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  {
    id: 'profile',
    label: 'Profile',
    Panel: lazyPart(async () => (await import('#src/features/profile/profile-panel.web.tsx')).ProfilePanel),
  },
  {
    id: 'password',
    label: 'Password',
    Panel: lazyPart(async () => (await import('#src/features/change-password/password-panel.web.tsx')).PasswordPanel),
  },
  {
    id: 'second-factor',
    label: 'Two-factor',
    Panel: lazyPart(async () => (await import('#src/features/second-factor/two-factor-panel.web.tsx')).TwoFactorPanel),
  },
  {
    id: 'passkeys',
    label: 'Passkeys',
    Panel: lazyPart(async () => (await import('#src/features/passkeys/passkeys-panel.web.tsx')).PasskeysPanel),
  },
  {
    id: 'providers',
    label: 'Other sign-ins',
    Panel: lazyPart(async () => (await import('#src/features/oidc/providers-panel.web.tsx')).ProvidersPanel),
  },
  {
    id: 'devices',
    label: 'Devices',
    Panel: lazyPart(async () => (await import('#src/features/devices/devices-panel.web.tsx')).DevicesPanel),
  },
  {
    id: 'api-keys',
    label: 'API keys',
    Panel: lazyPart(async () => (await import('#src/features/api-keys/api-keys-panel.web.tsx')).ApiKeysPanel),
  },
  {
    id: 'secrets',
    label: 'Secrets',
    Panel: lazyPart(async () => (await import('#src/features/secrets/secrets-panel.web.tsx')).SecretsPanel),
  },
  {
    id: 'variables',
    label: 'Variables',
    Panel: lazyPart(async () => (await import('#src/features/variables/variables-panel.web.tsx')).VariablesPanel),
  },
  {
    id: 'usage',
    label: 'Limits and usage',
    Panel: lazyPart(async () => (await import('#src/features/usage/usage-panel.web.tsx')).UsagePanel),
  },
  {
    id: 'appearance',
    label: 'Appearance',
    Panel: lazyPart(async () => (await import('#src/features/appearance/appearance-panel.web.tsx')).AppearancePanel),
  },
  {
    id: 'data',
    label: 'Export my data',
    Panel: lazyPart(async () => (await import('#src/features/data-export/data-export-panel.web.tsx')).DataExportPanel),
  },
  {
    id: 'delete',
    label: 'Delete my account',
    Panel: lazyPart(
      async () => (await import('#src/features/account-deletion/account-deletion-panel.web.tsx')).AccountDeletionPanel,
    ),
  },
]
