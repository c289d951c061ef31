import { expect, test } from 'vitest'
import { toProfileJsonLd } from './creator-json-ld.ts'

const ada = {
  name: 'Ada </script>',
  about: 'Engines.',
  since: '2026-11-01T00:00:00.000Z',
  followerCount: 3,
  toolCount: 2,
}

test('a creator is a person with a page, and no name ends the script', () => {
  const text = toProfileJsonLd(ada, 'https://fettle.example/creators/ada')
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    dateCreated: '2026-11-01T00:00:00.000Z',
    mainEntity: {
      '@type': 'Person',
      name: 'Ada </script>',
      url: 'https://fettle.example/creators/ada',
      description: 'Engines.',
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/FollowAction',
        userInteractionCount: 3,
      },
      agentInteractionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/WriteAction',
        userInteractionCount: 2,
      },
    },
  })
  expect(JSON.parse(toProfileJsonLd({ ...ada, about: '' }, '')).mainEntity.description).toBeUndefined()
})
