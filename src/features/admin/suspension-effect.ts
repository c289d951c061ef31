import { counted } from '#src/lib/counted.ts'
import type { SuspensionEffect } from './people.schema.ts'

/** What an admin reads before suspending somebody. */
export function effectWords({ tools, buyers, workflows }: SuspensionEffect): string[] {
  return [
    tools === 0
      ? 'No tool of theirs is in the catalogue.'
      : `${counted(tools, 'tool leaves', 'tools leave')} the catalogue; nobody else can run or buy ${tools === 1 ? 'it' : 'them'}.`,
    buyers === 0
      ? 'Nobody has bought a tool of theirs.'
      : `${counted(buyers, 'person', 'people')} bought some of their tools and ${buyers === 1 ? 'keeps' : 'keep'} using what they bought. Hide or remove a tool that does harm: that ends it for buyers too.`,
    workflows === 0
      ? 'No published workflow of others stops.'
      : `${counted(workflows, 'published workflow')} of others ${workflows === 1 ? 'stops' : 'stop'} at a tool of theirs that was not bought.`,
  ]
}
