import { useRouteLoaderData } from 'react-router'

interface PageMetaProps {
  /** As tabs and search results show it. */
  readonly title: string
  /** One or two sentences, for search results and for links to this page. */
  readonly description: string
  /** The one address of what the page shows. */
  readonly path: string
  /** A picture of 1200 × 630 pixels. */
  readonly image?: string
}

/** What search engines and the pages of others show of a public page. */
export const PageMeta = (props: PageMetaProps) => (
  <>
    <title>{props.title}</title>
    {import.meta.env.SSR ? <ReadMeta {...props} /> : null}
  </>
)

/** For programs that read what the server sends; browsers leave it as it came, and are not sent the code. */
function ReadMeta({ title, description, path, image = '/cards/fettle.png' }: PageMetaProps) {
  const origin = useRouteLoaderData<{ publicUrl: string }>('root')?.publicUrl ?? ''
  const shared = {
    site_name: 'Fettle',
    type: 'website',
    title,
    description,
    url: origin + path,
    image: origin + image,
    'image:width': '1200',
    'image:height': '630',
    'image:alt': title,
  }
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={origin + path} />
      {Object.entries(shared).map(([name, content]) => (
        <meta key={name} property={`og:${name}`} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
