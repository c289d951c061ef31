import { expect, test } from 'vitest'
import { cleanReport, fingerprintText, topFrame, withoutSecrets } from './clean-report.ts'

const report = {
  errorId: 'ERR-1790000000000-ab12cd',
  message: 'Failed',
  stack: '',
  componentStack: '',
  timestamp: '2026-09-21T12:00:00.000Z',
  userAgent: 'Test',
  url: 'https://fettle.example/explore',
}

test.each([
  ['https://fettle.example/explore?q=my+illness#bill=84', 'https://fettle.example/explore'],
  ['https://ada:secret@fettle.example/auth?token=abc', 'https://fettle.example/auth'],
  ['https://fettle.example/hooks/0192/s3cr3t', 'https://fettle.example/hooks/…'],
  ['javascript:alert(1)', ''],
  ['nonsense', ''],
])('of the address %s stays "%s"', (url, kept) => {
  expect(cleanReport({ ...report, url }).url).toBe(kept)
})

test.each([
  ['GET https://x.example/api/user?session=abc failed', 'GET https://x.example/api/user failed'],
  ['fetch /api/discovery/search?q=secret plans', 'fetch /api/discovery/search plans'],
  ['at run (https://x.example/assets/a.js?v=1:10:20)', 'at run (https://x.example/assets/a.js:10:20)'],
  ['at run (https://x.example/assets/a.js:10:20)', 'at run (https://x.example/assets/a.js:10:20)'],
  ['the key ftl_AbC-123_x was refused', 'the key ftl_… was refused'],
  ['Authorization: Bearer abc.def-ghi', 'Authorization: … …'],
  ['{"password":"hunter2","n":1}', '{"password":"…","n":1}'],
  ['mail to ada@example.com bounced', 'mail to …@… bounced'],
  ['eyJhbGciOi.eyJzdWIi.c2ln expired', '… expired'],
  ['a ? b : c is not a function', 'a ? b : c is not a function'],
])('%s is stored as %s', (text, kept) => {
  expect(withoutSecrets(text)).toBe(kept)
})

test.each([
  ['TypeError: x\n    at run (https://x.example/assets/a.js:1:20)\n    at b', 'at run (/assets/a.js:1:20)'],
  ['run@https://x.example/assets/a.js:1:20\nb@https://x.example/a.js:2:1', 'run@/assets/a.js:1:20'],
  ['no frames here', ''],
  ['', ''],
])('the top frame of %j is "%s"', (stack, frame) => {
  expect(topFrame(stack)).toBe(frame)
})

test('reports that differ in numbers and ids alone are one kind; another message or frame is another', () => {
  const stack = 'Error\n at run (https://a.example/x.js:1:2)'
  const one = fingerprintText({ message: 'Row 7 of 0192aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee', stack })
  expect(fingerprintText({ message: 'Row 12 of 0192ffff-bbbb-7ccc-8ddd-eeeeeeeeeeee', stack })).toBe(one)
  expect(fingerprintText({ message: 'Column 7', stack })).not.toBe(one)
  expect(fingerprintText({ message: 'Row 7 of 0192aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee', stack: '' })).not.toBe(one)
})
