import { Star } from 'lucide-react'
import type { RatingSummary } from './reviews.schema.ts'

const STARS = [5, 4, 3, 2, 1] as const

const counted = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

/** The mean beside how many gave which number of stars. */
export const RatingHistogram = ({ summary: { avgRating, ratingCount, distribution } }: { summary: RatingSummary }) => (
  <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
    <p className="flex flex-col">
      {ratingCount === 0 ? (
        <span className="text-14 text-text-2">No ratings yet</span>
      ) : (
        <>
          <span className="figures text-32 font-semibold">{avgRating.toFixed(1)}</span>
          <span className="text-13 text-text-2">of 5, {counted(ratingCount, 'rating')}</span>
        </>
      )}
    </p>
    <dl className="flex min-w-52 flex-1 flex-col gap-1">
      {STARS.map((stars) => (
        <div key={stars} className="grid grid-cols-[2.5rem_minmax(0,1fr)_3rem] items-center gap-2 text-13">
          <dt className="flex items-center justify-end gap-1 text-text-2">
            <span aria-hidden="true">{stars}</span>
            <Star size={12} className="fill-current" />
            <span className="sr-only">{counted(stars, 'star')}</span>
          </dt>
          <dd className="contents">
            <progress aria-hidden="true" max={Math.max(ratingCount, 1)} value={distribution[stars]} className="bar" />
            <span className="figures text-text-2">{distribution[stars].toLocaleString('en')}</span>
          </dd>
        </div>
      ))}
    </dl>
  </div>
)
