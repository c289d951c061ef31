import { deviceName } from '#src/lib/device-name.ts'

/** Where and with what somebody is or was signed in. */
export interface Familiar {
  readonly addresses: readonly string[]
  readonly userAgents: readonly string[]
}

/**
 * Whether the owner should hear of a sign-in: it comes from an address that was not used before, or with a device that
 * is none of those that are signed in. The very first one is nothing new.
 */
export function isNewSignIn({ addresses, userAgents }: Familiar, address: string, userAgent: string): boolean {
  if (addresses.length === 0) return false
  if (!addresses.includes(address)) return true
  const devices = userAgents.map(deviceName)
  return devices.length > 0 && !devices.includes(deviceName(userAgent))
}
