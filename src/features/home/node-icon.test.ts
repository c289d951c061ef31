import { icons } from 'lucide-react'
import { expect, test } from 'vitest'
import { createNodes, nodeCatalog } from '#src/nodes/index.ts'
import { ICONS } from './node-icon.web.tsx'

const shown = nodeCatalog(createNodes({ isPureTool: () => false })).filter(({ category }) => category !== 'note')

test.each(shown)('$type has the picture here that it has in the editor', ({ type, icon }) => {
  const name = icon.replace(/(^|-)(\w)/g, (_match, _dash, letter: string) => letter.toUpperCase())
  expect(ICONS[type]).toBe(Reflect.get(icons, name))
})
