import { TextLink } from '#src/ui/text-link.tsx'
import { Clause, LegalPage } from './legal-text.web.tsx'

export default function TermsPage() {
  return (
    <LegalPage
      path="/terms"
      title="Terms of use"
      lead="What you may expect of us, and what we expect of you."
      date="20 November 2026"
    >
      <Clause heading="What this is">
        <p>
          Fettle offers small tools that compute, convert and check things, and workflows that join them and other
          services. Who runs the installation at this address offers it to you under these terms. You reach them through{' '}
          <TextLink to="/support">support</TextLink>.
        </p>
      </Clause>
      <Clause heading="Your account">
        <p>
          Free tools need no account. An account is for one person, with an address that is theirs. Keep your password
          and your API keys to yourself: what is done with them counts as done by you. Tell us when somebody else may
          have them.
        </p>
        <p>You can leave at any time, in your settings. What you made you can take with you as one file.</p>
      </Clause>
      <Clause heading="What belongs to you">
        <p>
          Your workflows, your tools and your data stay yours. You allow us to store, copy and run them as far as the
          service needs it. A tool that you publish may be used by others here for as long as it is published; whoever
          has bought it keeps it.
        </p>
      </Clause>
      <Clause heading="What is not allowed">
        <ul className="flex list-disc flex-col gap-1 ps-6">
          <li>Anything against the law, or against somebody else’s rights.</li>
          <li>Malware, spam, deceit, and tools that do something else than they say.</li>
          <li>Getting at data or computers that are not yours, through us or on us.</li>
          <li>Getting around limits, or burdening the service so that others cannot use it.</li>
          <li>Counting up your own tools: runs, reviews and favourites that nobody meant.</li>
        </ul>
        <p>
          Who does such things can be suspended. We say why, and the mail about it has a link by which you can appeal:
          somebody else looks at it again. Beyond that there is <TextLink to="/support">support</TextLink>.
        </p>
      </Clause>
      <Clause heading="Results">
        <p>
          Built-in tools say how they compute and are tested against published sources. They still do not replace advice
          from a doctor, a lawyer or a bank. Tools made by others are theirs: their authors answer for them. Check what
          matters before you rely on it.
        </p>
      </Clause>
      <Clause heading="The service itself">
        <p>
          We try to keep it running and your data safe, but promise no availability: it is offered as it is, as far as
          the law allows. We answer for damage that we cause on purpose or by gross neglect, and wherever the law says
          that we must.
        </p>
      </Clause>
      <Clause heading="Changes">
        <p>
          When these terms change in a way that matters to you, we mail you before, and you can leave. The date below
          says when they changed last. How we treat your data says the <TextLink to="/privacy">privacy policy</TextLink>
          .
        </p>
      </Clause>
    </LegalPage>
  )
}
