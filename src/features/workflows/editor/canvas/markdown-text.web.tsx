import { type Node as MarkdownNode, Parser } from 'commonmark'
import { Fragment, type ReactNode, useMemo } from 'react'

const parser = new Parser()

/** Markdown as elements of the page: no HTML of the text itself gets through, and no picture is fetched. */
export function MarkdownText({ text }: { readonly text: string }) {
  const body = useMemo(() => childrenOf(parser.parse(text)), [text])
  return <div className="markdown">{body}</div>
}

function childrenOf(node: MarkdownNode): ReactNode {
  const parts: ReactNode[] = []
  for (let child = node.firstChild; child !== null; child = child.next)
    parts.push(<Fragment key={parts.length}>{elementOf(child)}</Fragment>)
  return parts
}

function elementOf(node: MarkdownNode): ReactNode {
  switch (node.type) {
    case 'heading':
      // The page has its own headings; a note must not get between them.
      return (
        <p>
          <strong>{childrenOf(node)}</strong>
        </p>
      )
    case 'paragraph':
      return <p>{childrenOf(node)}</p>
    case 'list':
      return node.listType === 'ordered' ? <ol>{childrenOf(node)}</ol> : <ul>{childrenOf(node)}</ul>
    case 'item':
      return <li>{childrenOf(node)}</li>
    case 'block_quote':
      return <blockquote>{childrenOf(node)}</blockquote>
    case 'emph':
      return <em>{childrenOf(node)}</em>
    case 'strong':
      return <strong>{childrenOf(node)}</strong>
    case 'code':
      return <code>{node.literal}</code>
    case 'code_block':
      return <pre>{node.literal}</pre>
    case 'link':
      return isWebAddress(node.destination) ? (
        <a href={node.destination ?? undefined} target="_blank" rel="noreferrer" tabIndex={-1} className="nodrag">
          {childrenOf(node)}
        </a>
      ) : (
        childrenOf(node)
      )
    case 'softbreak':
      return ' '
    case 'linebreak':
      return <br />
    case 'thematic_break':
      return <hr />
    case 'image':
      return childrenOf(node)
    default:
      return node.literal
  }
}

const isWebAddress = (address: string | null): boolean => address !== null && /^https?:\/\//i.test(address)
