import { ask } from '../support/account.ts'
import type { Visit } from '../support/browser.ts'

/** A page that tries to take what is not its own, and to call `there`. */
export const thief = (there: string) =>
  [
    '<h1>Hello</h1>',
    "<script>parent.document.title = 'taken'; parent.postMessage(document.cookie, '*')</script>",
    `<img src="${there}/seen" onerror="top.document.title = 'taken'">`,
    `<svg onload="parent.document.title = 'taken'"></svg>`,
    `<iframe src="${there}/frame"></iframe>`,
    `<link rel="stylesheet" href="${there}/style.css">`,
    `<meta http-equiv="refresh" content="0;url=${there}/away">`,
    `<form action="${there}/form"><button>Send</button></form>`,
    `<a href="${there}/top" target="_top">Away</a>`,
  ].join('')

const content = {
  ...{
    title: 'Card painter',
    description: 'Paints a card from a text that somebody wrote.',
    category: 'design',
    icon: '#',
    tags: [],
    licence: 'MIT',
  },
  ...{ kind: 'config', source: '', inBrowser: false },
  fields: [{ name: 'text', type: 'text', label: 'Text', help: 'Words', required: true }],
  outputs: [
    {
      name: 'card',
      label: 'Card',
      type: 'string',
      renderer: 'text',
      format: 'html',
      primary: true,
      expression: 'input.text',
    },
  ],
  examples: [{ title: 'Plain', input: { text: '<p>Hello</p>' }, output: { card: '<p>Hello</p>' }, source: '' }],
}

/** A tool of this person that draws what it is given. */
export async function publishPainter(creator: Visit): Promise<{ id: string; slug: string }> {
  const { draft } = await ask<{ draft: { id: string } }>(creator, 'POST', '/api/tools', { content })
  const { fxn } = await ask<{ fxn: { slug: string } }>(creator, 'POST', `/api/tools/${draft.id}/publish`, {
    changelog: 'First',
  })
  return { id: draft.id, slug: fxn.slug }
}
