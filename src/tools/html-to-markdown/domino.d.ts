// The package declares its types under the name that it had before it was forked.
declare module '@mixmark-io/domino' {
  import type TurndownService from 'turndown'

  const domino: { createDocument(html: string): { readonly body: TurndownService.Node } }
  export default domino
}
