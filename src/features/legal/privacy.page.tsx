import { TextLink } from '#src/ui/text-link.tsx'
import { Clause, Facts, LegalPage } from './legal-text.web.tsx'

const STORED = [
  [
    'Name, email address, password, picture',
    'To sign you in. Of the password only an argon2id hash is kept.',
    'As long as your account',
  ],
  [
    'Second factors',
    'To ask for them. The key of an authenticator app is encrypted, recovery codes are hashed, of a passkey we have the public half.',
    'Until you remove them',
  ],
  [
    'API keys: name, permissions, last use',
    'To let your programs in. Of the key a hash is kept.',
    'Until you revoke them',
  ],
  [
    'Other providers you sign in with: your number and your address there',
    'To know you when you come back from there.',
    'Until you unlink them',
  ],
  [
    'Sessions: the name of the browser, network address, times',
    'To show you where you are signed in and to end it.',
    'Until you sign out; 14 days without use, 31 days at most',
  ],
  [
    'Network addresses you have signed in from',
    'So that strangers who guess your password cannot lock you out.',
    '90 days after the last time',
  ],
  [
    'Workflows and their runs, with what went in and came out',
    'To run them and to show you what happened.',
    'Until you delete the workflow or the account',
  ],
  [
    'That the page of a tool was opened: which, when, by which account',
    'To count, and to show you the tools that you opened last.',
    'The row stays; it loses the account when the account goes',
  ],
  [
    'That a tool was run: which, when, how long, whether it worked, by which account',
    'To count runs. What you entered into the tool is not kept.',
    'The row stays; it loses the account when the account goes',
  ],
  [
    'On which days you used which tool, when you are signed in',
    'To order the catalogue by what people use; each person counts once a day.',
    '60 days, or until your account goes',
  ],
  [
    'Words you searched for and asked us to make a tool of',
    'To learn what is missing. Who asked is kept as a hash, so that everybody counts once a day.',
    'The hash until the day is over, the words for a year after anybody asked last',
  ],
  [
    'Events that matter for security: signing in, changed passwords, ended sessions, with the network address',
    'To find out what happened when an account was misused.',
    'As long as this installation; the entries outlive the account and name it by its number only',
  ],
  [
    'Reports of tools: what you wrote, and a hash of your network address',
    'So that one person reports a tool once, and nobody is heard who reports without ground again and again.',
    'The hash until a moderator has decided; of a groundless report until 30 days after the last one from there. The report stays, and loses the account when the account goes',
  ],
  [
    'Refused cards: a digest of your account and of your network address',
    'So that nobody tries out stolen cards.',
    'One day',
  ],
  [
    'Mails we sent you',
    'To try again when your mailbox is away. What they said is removed once they are sent.',
    '30 days',
  ],
  ['Notifications', 'To tell you what happened to your account and your workflows.', '180 days'],
  ['A file with your data, when you asked for one', 'To hand it to you.', '7 days'],
  [
    'Errors that your browser met, with the kind of browser and the page',
    'To mend them. Without your name and your network address.',
    '30 days',
  ],
  ['Answers to calls with an Idempotency-Key', 'So that a repeated call does nothing twice.', '1 day'],
] as const

const COOKIES = [
  ['session', 'Keeps you signed in. Set when you sign in.', 'At most 31 days'],
  ['theme', 'Light or dark. Set when you choose.', '1 year'],
  ['sidebar_state', 'Whether the sidebar is open. Set when you close or open it.', '7 days'],
] as const

export default function PrivacyPage() {
  return (
    <LegalPage
      path="/privacy"
      title="Privacy policy"
      lead="What is kept about you here, why, and for how long. In short: what the service needs, and nothing to follow you around."
      date="25 November 2026"
    >
      <Clause heading="Who is responsible">
        <p>
          Fettle is software that anybody can run. Responsible for what is kept here is who runs the installation at
          this address. You reach them through <TextLink to="/support">support</TextLink>.
        </p>
      </Clause>
      <Clause heading="What stays on your device">
        <p>
          Built-in tools compute in your browser. What you type into them is not sent to us. Tools made by other people,
          calls through the API and workflows compute on our server. Your browser keeps a history of the tools that you
          run, without passwords, keys and files; it is not sent to us, a tool’s page deletes it or switches it off, and
          it goes when you log out, and so do the changes to your workflows and tools that were not saved yet.
        </p>
        <p>
          Your browser keeps the parts of this site that let tools work without a connection, the last five tools that
          you opened through the command palette without an account, that you did not want to install the site, and that
          you switched Auto-run off. Until a tool that runs on our server has answered, the tab remembers what you sent
          to it, without passwords and keys, so that a reload does not lose the answer. The saved parts tell which tools
          were opened in this browser, also after you log out; they hold nothing that you entered. None of it reaches us
          by being kept, and clearing the data of this site removes it.
        </p>
      </Clause>
      <Clause heading="What we keep">
        <Facts caption="What we keep" head={['What', 'Why', 'How long']} rows={STORED} />
      </Clause>
      <Clause heading="Cookies">
        <p>There are three, all ours, none of them to follow you. That is why no banner asks you about them.</p>
        <Facts caption="Cookies" head={['Name', 'What for', 'How long']} rows={COOKIES} />
      </Clause>
      <Clause heading="Who else gets something">
        <p>
          Nobody, by our doing: there is no advertising, no analytics, and no file of a page comes from another server.
          Mails pass through the mail server of who runs this installation. A workflow of yours sends to other services
          what you tell it to send. If you sign in through another provider, that provider knows that you did.
        </p>
      </Clause>
      <Clause heading="What you can do">
        <p>
          In your <TextLink to="/settings">settings</TextLink> you see and correct your data, take all of it with you as
          one file, and delete your account. A deleted account can be brought back for 14 days; then it is gone. What
          stays is listed above, without your name. Which mails you get you choose in your{' '}
          <TextLink to="/email-preferences">email preferences</TextLink>.
        </p>
        <p>
          For anything else, such as a question or an objection, write to <TextLink to="/support">support</TextLink>.
          You can also complain to the data protection authority of where you live.
        </p>
      </Clause>
    </LegalPage>
  )
}
