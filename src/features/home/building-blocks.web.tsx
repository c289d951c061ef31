import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { NodeIcon } from './node-icon.web.tsx'

export interface Block {
  readonly type: string
  readonly title: string
  readonly description: string
  readonly category: 'trigger' | 'logic' | 'action'
}

const KINDS = [
  { category: 'trigger', title: 'Starts it' },
  { category: 'logic', title: 'Decides and shapes' },
  { category: 'action', title: 'Does the work' },
] as const

/** What workflows connect and what they are made of: the types of nodes that this server has. */
export const BuildingBlocks = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.length === 0 ? null : (
    <section aria-labelledby="building-blocks" className="flex flex-col gap-6">
      <SectionHeader id="building-blocks" title="Connects what you already use" />
      <p className="max-w-2xl text-16 text-text-2">
        Anything that can call an address starts a workflow, and a workflow calls anything that has one: your mail
        provider, calendar, chat, code host or the shop’s own system. No plug-in to wait for.
      </p>
      <div className="grid gap-4 md:grid-cols-3">
        {KINDS.map(({ category, title }) => (
          <div key={category} className="flex min-w-0 flex-col rounded-10 border border-line bg-surface shadow-1">
            <h3 className="border-b border-line px-4 py-2.5 text-14">{title}</h3>
            <ul className="flex flex-col divide-y divide-line">
              {blocks
                .filter((block) => block.category === category)
                .map((block) => (
                  <li key={block.type} className="flex gap-3 px-4 py-3">
                    <span className="grid size-8 flex-none place-items-center rounded-6 bg-accent-soft text-accent-text">
                      <NodeIcon type={block.type} size={16} />
                    </span>
                    <div className="min-w-0">
                      <p className="text-14 font-semibold">{block.title}</p>
                      <p className="text-13 text-text-2">{block.description}</p>
                    </div>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
