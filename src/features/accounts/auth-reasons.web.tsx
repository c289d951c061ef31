import { Hammer, ShieldCheck, Sparkles } from 'lucide-react'

/** What one gets, beside the form. */
export function AuthReasons({ builtins }: { builtins: number }) {
  const reasons = [
    {
      icon: Hammer,
      title: `${builtins} built-in tools`,
      text: 'They compute in your browser, free and without an account.',
    },
    {
      icon: ShieldCheck,
      title: 'Privacy-focused with no data tracking',
      text: 'No third parties and no analytics. Cookies only keep you signed in and remember your theme and sidebar.',
    },
    {
      icon: Sparkles,
      title: 'Custom tool creation on a Pro plan',
      text: 'Tools made without code are free. With Pro you write them in JavaScript, too.',
    },
  ]
  return (
    <aside aria-label="What you get" className="bench-grid rounded-10 border border-dashed border-line-strong p-6">
      <ul className="flex flex-col gap-6">
        {reasons.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex items-start gap-3">
            <span className="rounded-6 border border-line bg-surface p-2 text-accent-text shadow-1">
              <Icon size={16} />
            </span>
            <div className="bg-canvas px-1">
              <p className="text-14 font-medium">{title}</p>
              <p className="text-14 text-text-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  )
}
