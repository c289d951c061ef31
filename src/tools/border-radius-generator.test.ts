import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { borderRadiusGenerator } from './border-radius-generator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(borderRadiusGenerator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}

const corners = (topLeft: number, topRight: number, bottomRight: number, bottomLeft: number) => ({
  shape: 'corners',
  topLeft,
  topRight,
  bottomRight,
  bottomLeft,
})

// W3C, CSS Backgrounds 3, shorthand: bottom left as top right, bottom right as top left, top right as top left.
test.each([
  [corners(1, 1, 1, 1), '1px'],
  [corners(1, 2, 1, 2), '1px 2px'],
  [corners(1, 2, 3, 2), '1px 2px 3px'],
  [corners(1, 2, 3, 4), '1px 2px 3px 4px'],
  [corners(1, 1, 1, 2), '1px 1px 1px 2px'],
  [corners(2, 1, 1, 1), '2px 1px 1px'],
  [corners(0, 0, 0, 0), '0'],
  [corners(0, 1.5, 0, 1.5), '0 1.5px'],
])('%j: %s', (input, value) => {
  expect(run(input)).toMatchObject({ css: `border-radius: ${value};` })
})

test('vertical radii that are the same are not written', () => {
  const vertical = { topLeftVertical: 1, topRightVertical: 2, bottomRightVertical: 1, bottomLeftVertical: 2 }
  expect(run({ ...corners(1, 2, 1, 2), ...vertical, shape: 'ellipses' })).toMatchObject({
    css: 'border-radius: 1px 2px;',
  })
  expect(run({ ...corners(1, 2, 1, 2), ...vertical })).toMatchObject({ css: 'border-radius: 1px 2px;' })
})

// W3C, CSS Backgrounds 3, overlapping curves.
test.each([
  [{ radius: 50, width: 100, height: 100 }, 1],
  [{ radius: 60, width: 200, height: 100 }, 0.833333],
  [{ ...corners(150, 0, 0, 0), width: 200, height: 100 }, 0.666667],
  [{ ...corners(80, 0, 80, 0), width: 100, height: 100 }, 1],
  [{ ...corners(60, 60, 0, 0), width: 100, height: 400 }, 0.833333],
  [{ ...corners(0, 0, 60, 60), width: 100, height: 400 }, 0.833333],
  [{ ...corners(60, 0, 0, 60), width: 400, height: 100 }, 0.833333],
  [{ ...corners(0, 60, 60, 0), width: 400, height: 100 }, 0.833333],
  [{ radius: 0 }, 1],
])('%j is reduced by %d', (input, factor) => {
  expect(run(input)).toMatchObject({ factor })
})

test('per cent are of the width and of the height, rem are 16 pixels', () => {
  const { used } = run({ radius: 25, unit: '%', width: 200, height: 100 }) as { used: unknown[] }
  expect(used[0]).toEqual({ corner: 'top left', horizontal: 50, vertical: 25 })
  const { used: inRem } = run({ radius: 2, unit: 'rem' }) as { used: unknown[] }
  expect(inRem[3]).toEqual({ corner: 'bottom left', horizontal: 32, vertical: 32 })
})

test('the drawing goes round the corners, reduced ones as well', () => {
  const { preview } = run({ radius: 100, width: 100, height: 80 }) as { preview: string }
  expect(decodeURIComponent(preview)).toContain(
    'd="M40 0H60A40 40 0 0 1 100 40V40A40 40 0 0 1 60 80H40A40 40 0 0 1 0 40V40A40 40 0 0 1 40 0Z"',
  )
})

test.each([
  [{ radius: -1 }, 'radius', 'Radius must be at least 0'],
  [{ unit: 'vw' }, 'unit', 'In must be one of: px, %, rem, em'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})
