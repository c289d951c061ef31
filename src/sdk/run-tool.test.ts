import { expect, test } from 'vitest'
import { defineTool, number, string, ToolError, text } from './index.ts'
import { runTool } from './run-tool.ts'

const invert = defineTool({
  slug: 'invert',
  title: 'Invert',
  description: 'Divides one by a number.',
  category: 'calculator',
  tags: [],
  input: [number('divisor', { label: 'Divisor', required: true }), string('note', { label: 'Note' })],
  output: { inverse: text('Inverse', { type: 'number' }), note: text('Note') },
  run: ({ divisor, note }) => {
    if (divisor === 0) throw new ToolError('Divisor must not be 0', { field: 'divisor' })
    if (divisor > 1000) throw new ToolError('Too small to show')
    if (divisor < 0) throw new TypeError('a bug')
    return { inverse: 1 / divisor, note }
  },
  examples: [],
  method: { formula: '1 / divisor', rounding: 'none' },
  sources: [],
})

test('answers the outputs, without those that are undefined', () => {
  expect(runTool(invert, { divisor: '4' })).toEqual({ ok: true, outputs: { inverse: 0.25 } })
  expect(Object.keys((runTool(invert, { divisor: 4 }) as { outputs: object }).outputs)).toEqual(['inverse'])
})

test('a wrong value is INVALID_INPUT at its field', () => {
  expect(runTool(invert, {})).toEqual({
    ok: false,
    error: {
      code: 'INVALID_INPUT',
      message: 'Divisor is required',
      details: [{ field: 'divisor', message: 'Divisor is required' }],
    },
  })
})

test('a ToolError with a field is INVALID_INPUT, without one TOOL_ERROR', () => {
  expect(runTool(invert, { divisor: 0 })).toEqual({
    ok: false,
    error: {
      code: 'INVALID_INPUT',
      message: 'Divisor must not be 0',
      details: [{ field: 'divisor', message: 'Divisor must not be 0' }],
    },
  })
  expect(runTool(invert, { divisor: 1001 })).toEqual({
    ok: false,
    error: { code: 'TOOL_ERROR', message: 'Too small to show' },
  })
})

test('an input that the tool does not have is INVALID_REQUEST', () => {
  expect(runTool(invert, { divisor: 1, other: 2, more: 3 })).toEqual({
    ok: false,
    error: {
      code: 'INVALID_REQUEST',
      message: 'Unknown input: other, more',
      details: [
        { field: 'other', message: 'This tool has no such input' },
        { field: 'more', message: 'This tool has no such input' },
      ],
    },
  })
})

test('any other error is a bug and is thrown on', () => {
  expect(() => runTool(invert, { divisor: -1 })).toThrow(TypeError)
})
