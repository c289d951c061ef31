import { expect, test } from 'vitest'
import { filesIn, writeBundle } from './bundle.ts'

test('several files go into one text and come out of it', () => {
  const files = [{ format: 'fettle-workflow', name: 'a' }, { name: 'b' }]
  expect(filesIn(writeBundle(files))).toEqual(['{"format":"fettle-workflow","name":"a"}', '{"name":"b"}'])
})

test.each(['{"name": "one"}', 'no JSON', '[1]', 'null', '{"format":"fettle-workflows","workflows":[]}'])(
  '%s is a file by itself',
  (text) => {
    expect(filesIn(text)).toEqual([text])
  },
)
