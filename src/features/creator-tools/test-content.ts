import type { ToolContent } from './tool-content.schema.ts'

/** A tool of kind config that can be published as it is. */
export const tileContent: ToolContent = {
  title: 'Tiles for a floor',
  description: 'How many tiles a floor takes, with some to spare.',
  category: 'calculator',
  tags: ['floor', 'tiles'],
  icon: '🧱',
  licence: 'CC-BY-4.0',
  kind: 'config',
  fields: [
    { name: 'area', type: 'number', label: 'Floor', help: 'Without walls', unit: 'm²', required: true, min: 0 },
    { name: 'perTile', type: 'number', label: 'One tile', help: 'As on the box', unit: 'm²', default: 0.5 },
  ],
  outputs: [
    {
      name: 'tiles',
      type: 'number',
      renderer: 'badge',
      label: 'Tiles',
      primary: true,
      expression: 'input.area / input.perTile',
    },
  ],
  source: '',
  examples: [{ title: 'A small room', input: { area: 12 }, output: { tiles: 24 }, source: '12 / 0.5 = 24' }],
}

/** The same with its rows as a table, of which its example says nothing. */
export const tileRows: ToolContent = {
  ...tileContent,
  outputs: [
    ...tileContent.outputs,
    { name: 'rows', type: 'array', renderer: 'table', label: 'Rows', expression: '[{"row": 1}]' },
  ],
}

/** The same as code. */
export const tileCode: ToolContent = {
  ...tileContent,
  title: 'Tiles by code',
  kind: 'custom',
  source: 'function run(input) {\n  console.log("area", input.area)\n  return { tiles: input.area / input.perTile }\n}',
}
