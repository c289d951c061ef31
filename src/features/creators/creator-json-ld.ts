import type { Creator } from './creators.schema.ts'

type Shown = Pick<Creator, 'name' | 'about' | 'since' | 'followerCount' | 'toolCount'>

/** schema.org ProfilePage, only with what the page itself shows. */
export const toProfileJsonLd = ({ name, about, since, followerCount, toolCount }: Shown, url: string): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    dateCreated: since,
    mainEntity: {
      '@type': 'Person',
      name,
      url,
      ...(about !== '' && { description: about }),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/FollowAction',
        userInteractionCount: followerCount,
      },
      agentInteractionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/WriteAction',
        userInteractionCount: toolCount,
      },
    },
  })
    // "</script>" in a name must not end the script.
    .replaceAll('<', '\\u003c')
