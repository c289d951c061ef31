interface StatProps {
  label: string
  value: string
  /** Mono small print: "7 days", "+12 %". */
  detail?: string
}

/** One number with its name. Put several into <Stats>. */
export const Stat = ({ label, value, detail }: StatProps) => (
  <div className="flex flex-col-reverse justify-end gap-0.5 border-s-2 border-line ps-3">
    <dt className="text-13 text-text-2">{label}</dt>
    <dd>
      <span className="figures text-26 font-semibold">{value}</span>
      {detail ? <span className="meta-line ms-2">{detail}</span> : null}
    </dd>
  </div>
)

export const Stats = ({ stats }: { stats: readonly StatProps[] }) => (
  // Up to four beside each other, as many as their words have room for.
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,(100%-3rem)/4)),1fr))] gap-x-4 gap-y-6">
    {stats.map((stat) => (
      <Stat key={stat.label} {...stat} />
    ))}
  </dl>
)
