import { type CardContent, cardOf } from './object-cards.ts'
import type { Item } from './object-list.ts'

/** A list of objects, such as the days of a plan, as one card each. */
export const ObjectCards = ({ label, items }: { label: string; items: readonly Item[] }) => (
  <section aria-label={label} className="@container flex min-w-0 flex-col gap-1">
    <p className="text-13 text-text-2">{label}</p>
    <ul className="grid gap-3 @lg:grid-cols-2 @4xl:grid-cols-3">
      {items.map((item, index) => (
        <li key={index} className="min-w-0 rounded-6 border border-line bg-canvas p-3">
          <Content card={cardOf(item, index)} />
        </li>
      ))}
    </ul>
  </section>
)

const Content = ({ card: { title, facts, lists } }: { card: CardContent }) => (
  <>
    <h3 className="text-14 [overflow-wrap:anywhere]">{title}</h3>
    <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-13">
      {facts.map(({ label, text }) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-text-3">{label}</dt>
          <dd className="[overflow-wrap:anywhere]">{text}</dd>
        </div>
      ))}
    </dl>
    {lists.map(({ label, lines }) => (
      <div key={label} className="mt-2 border-t border-dashed border-line pt-2">
        <p className="eyebrow">{label}</p>
        <ol className="mt-1 flex flex-col gap-1.5">
          {lines.map((line, index) => (
            <li key={index} className="text-13 [overflow-wrap:anywhere]">
              <span className="font-medium">{line.title}</span>
              <span className="meta-line block">{line.detail}</span>
            </li>
          ))}
        </ol>
      </div>
    ))}
  </>
)
