import { classNames } from './class-names.ts'

interface AvatarProps {
  name: string
  /** Null: the first letter of the name stands for the picture. */
  url: string | null
  size?: 'regular' | 'large'
}

const SIZES = { regular: 'size-9 text-16', large: 'size-18 text-26' }

/** Who it is, at a glance; always beside the name, so it says nothing to screen readers. */
export const Avatar = ({ name, url, size = 'regular' }: AvatarProps) => (
  <span
    aria-hidden="true"
    className={classNames(
      'grid shrink-0 place-items-center overflow-hidden rounded-full border border-line bg-accent-soft font-medium text-accent-text',
      SIZES[size],
    )}
  >
    {url === null ? (
      [...name.trim()][0]?.toLocaleUpperCase('en')
    ) : (
      <img src={url} alt="" className="size-full object-cover" />
    )}
  </span>
)
