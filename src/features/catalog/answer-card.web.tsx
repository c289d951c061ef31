import { useEffect, useState } from 'react'
import { api } from '#src/client/api.ts'
import { todayHere } from '#src/client/today-here.ts'
import type { Answer, answersContract } from '#src/features/answers/answers.schema.ts'
import { ButtonLink } from '#src/ui/button.tsx'

/** For a few hours a day the server's today is not ours: then the question is asked once more, with the day that it is here. */
function useAnswerHere(answer: Answer, q: string): Answer {
  const [here, setHere] = useState<{ readonly of: Answer; readonly answer: Answer }>()
  useEffect(() => {
    const today = todayHere()
    if (answer.today === undefined || answer.today === today) return
    const asking = new AbortController()
    const query = { q, today }
    api<typeof answersContract.find>('GET', '/api/discovery/answer', { query }, asking.signal).then(
      (found) => {
        if (found.answer !== null && !asking.signal.aborted) setHere({ of: answer, answer: found.answer })
      },
      () => undefined,
    )
    return () => asking.abort()
  }, [answer, q])
  return here?.of === answer ? here.answer : answer
}

/** What a tool says to a search that is a question, and the tool with the question filled in. */
export function AnswerCard({ answer, q }: { answer: Answer; q: string }) {
  const { question, result, tool, url } = useAnswerHere(answer, q)
  return (
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
}
