import { ToolError } from '#src/sdk/index.ts'

export interface Wifi {
  readonly ssid: string
  readonly password: string | undefined
  readonly security: 'WPA' | 'WEP' | 'nopass'
  readonly isHidden: boolean
}

const escaped = (text: string): string => text.replaceAll(/[\\;,":]/g, '\\$&')

/** The network in the notation that cameras of phones read: "WIFI:T:WPA;S:name;P:password;;". */
export function wifiText({ ssid, password, security, isHidden }: Wifi): string {
  if (security !== 'nopass' && password === undefined)
    throw new ToolError('Password is required, unless the network is open', { field: 'password' })
  const parts = [
    security === 'nopass' ? '' : `T:${security};`,
    `S:${escaped(ssid)};`,
    security === 'nopass' ? '' : `P:${escaped(password ?? '')};`,
    isHidden ? 'H:true;' : '',
  ]
  return `WIFI:${parts.join('')};`
}

/** The address as given; without a scheme it is one of the web. */
export function urlText(given: string): string {
  const text = given.trim()
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) throw new ToolError('Address must be a web address', { field: 'url' })
  return address
}
