import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

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
    Panel: lazy(async () => ({
      default: (await import('#src/features/profile/profile-panel.web.tsx')).ProfilePanel,
    })),
  },
  {
    id: 'password',
    label: 'Password',
    Panel: lazy(async () => ({
      default: (await import('#src/features/change-password/password-panel.web.tsx')).PasswordPanel,
    })),
  },
  {
    id: 'second-factor',
    label: 'Two-factor',
    Panel: lazy(async () => ({
      default: (await import('#src/features/second-factor/two-factor-panel.web.tsx')).TwoFactorPanel,
    })),
  },
  {
    id: 'passkeys',
    label: 'Passkeys',
    Panel: lazy(async () => ({
      default: (await import('#src/features/passkeys/passkeys-panel.web.tsx')).PasskeysPanel,
    })),
  },
  {
    id: 'providers',
    label: 'Other sign-ins',
    Panel: lazy(async () => ({
      default: (await import('#src/features/oidc/providers-panel.web.tsx')).ProvidersPanel,
    })),
  },
  {
    id: 'devices',
    label: 'Devices',
    Panel: lazy(async () => ({
      default: (await import('#src/features/devices/devices-panel.web.tsx')).DevicesPanel,
    })),
  },
  {
    id: 'api-keys',
    label: 'API keys',
    Panel: lazy(async () => ({
      default: (await import('#src/features/api-keys/api-keys-panel.web.tsx')).ApiKeysPanel,
    })),
  },
  {
    id: 'appearance',
    label: 'Appearance',
    Panel: lazy(async () => ({
      default: (await import('#src/features/appearance/appearance-panel.web.tsx')).AppearancePanel,
    })),
  },
  {
    id: 'data',
    label: 'Export my data',
    Panel: lazy(async () => ({
      default: (await import('#src/features/data-export/data-export-panel.web.tsx')).DataExportPanel,
    })),
  },
  {
    id: 'delete',
    label: 'Delete my account',
    Panel: lazy(async () => ({
      default: (await import('#src/features/account-deletion/account-deletion-panel.web.tsx')).AccountDeletionPanel,
    })),
  },
]
