/** A bench seen from above: top, stop and the work on it, which happens to be an F. */
export const LogoMark = ({ size = 28 }: { size?: number }) => (
  <svg viewBox="0 0 28 28" width={size} height={size} aria-hidden="true" className="flex-none">
    <rect width="28" height="28" rx="6" className="fill-accent" />
    <path d="M8.5 21.5v-15h11.5M8.5 14h8" className="fill-none stroke-on-accent" strokeWidth="3" />
    <path
      d="M17.5 21.5h.01M21.5 21.5h.01M21.5 17.5h.01"
      className="stroke-on-accent"
      strokeWidth="2"
      strokeLinecap="round"
    />
  </svg>
)

export const Logo = () => (
  <span className="flex items-center gap-2.5">
    <LogoMark />
    <span className="text-18 font-semibold tracking-[-0.02em]">Fettle</span>
  </span>
)
