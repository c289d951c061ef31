import { expect, test } from 'vitest'
import { isEmbedPath } from './embed-path.ts'

test.each([
  ['/embed/tip-calculator', true],
  ['/embed/tip-calculator?theme=dark', true],
  ['/embed/tip-calculator.data?_routes=x', true],
  ['/embed/', false],
  ['/embed/../settings', false],
  ['/embed/..%2fsettings', false],
  ['/embed/%2e%2e/settings', false],
  ['/embed/tip-calculator/../../settings', false],
  ['/embed/a/b', false],
  ['/%65mbed/tip-calculator', false],
  ['//embed/tip-calculator', false],
  ['/settings?x=/embed/tip-calculator', false],
  ['/embed\\..\\settings', false],
])('%s: %s', (url, isEmbed) => {
  expect(isEmbedPath(url)).toBe(isEmbed)
})
