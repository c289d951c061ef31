import { expect, test } from 'vitest'
import { favoritesCsv, favoritesJson } from './favorite-files.ts'

const favorites = [
  { slug: 'tip', title: 'Tip, or not', category: 'calculator', description: '=1+1' },
  { slug: 'rot13', title: 'ROT13', category: 'converter', description: 'Shifts "letters"' },
] as const

test('favourites are written in their order, with their address', () => {
  expect(JSON.parse(favoritesJson(favorites, 'https://f.example'))).toEqual([
    { ...favorites[0], url: 'https://f.example/fxn/tip' },
    { ...favorites[1], url: 'https://f.example/fxn/rot13' },
  ])
  expect(favoritesCsv(favorites, 'https://f.example')).toBe(
    '\ufeffslug,title,category,description,url\r\n' +
      `tip,"Tip, or not",calculator,'=1+1,https://f.example/fxn/tip\r\n` +
      'rot13,ROT13,converter,"Shifts ""letters""",https://f.example/fxn/rot13\r\n',
  )
})
