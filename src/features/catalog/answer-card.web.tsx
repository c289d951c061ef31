import type { Answer } from '#src/features/answers/answers.schema.ts'
import { ButtonLink } from '#src/ui/button.tsx'

/** What a tool says to a search that is a question, and the tool with the question filled in. */
export const AnswerCard = ({ answer: { question, result, tool, url } }: { answer: Answer }) => (
  <section
    aria-label="Answer"
    className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-10 border border-accent bg-accent-soft p-4"
  >
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
      <span className="text-14 text-text-2">{question}</span>
      <strong className="figures text-21 font-semibold text-accent-text">{result}</strong>
    </p>
    <ButtonLink to={url} variant="primary">
      Open in {tool.title}
    </ButtonLink>
  </section>
)
