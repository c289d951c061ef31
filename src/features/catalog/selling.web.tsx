import { ButtonLink } from '#src/ui/button.tsx'

export const SellYourTools = () => (
  <section
    aria-labelledby="selling"
    className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-14 bg-accent-soft p-6 md:p-8"
  >
    <div className="flex flex-col gap-1">
      <h2 id="selling" className="text-21">
        Want to sell your tools?
      </h2>
      <p className="max-w-xl text-14 text-text-2">Creators earn 70% revenue share on every sale.</p>
    </div>
    <ButtonLink to="/create-tool" variant="primary" size="touch">
      Start Building
    </ButtonLink>
  </section>
)
