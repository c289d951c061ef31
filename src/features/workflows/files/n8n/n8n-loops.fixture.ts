import { daily, type Fixture, fields, hook, n8nOf, when } from './n8n-parts.fixture.ts'

export const LOOPS: readonly Fixture[] = [
  {
    about: 'a loop over items',
    mapped: [5, 6],
    workflow: n8nOf(
      [
        daily,
        ['Orders', 'httpRequest', { url: 'https://api.example.com/orders' }],
        ['Loop', 'splitInBatches', { options: {} }, { typeVersion: 3 }],
        ['Big', 'if', { conditions: when('={{ $json.total }}', 'gt', 5, 'number') }],
        ['Ship', 'httpRequest', { method: 'POST', url: '=https://api.example.com/ship/{{ $json.id }}' }],
        ['Told', 'set', fields({ name: 'id', value: "={{ $('Loop').item.json.id }}", type: 'string' })],
      ],
      ['Daily > Orders', 'Orders > Loop', 'Loop > Told', 'Loop.1 > Big', 'Big > Ship', 'Big.1 > Loop', 'Ship > Loop'],
    ),
  },
  {
    about: 'a loop over batches of ten',
    mapped: [3, 3],
    workflow: n8nOf(
      [daily, ['Batches', 'splitInBatches', { batchSize: 10 }, { typeVersion: 3 }], ['Each', 'set', fields()]],
      ['Daily > Batches', 'Batches.1 > Each', 'Each > Batches'],
    ),
  },
  {
    about: 'a loop of the first version in another one, which begins again',
    mapped: [4, 5],
    workflow: n8nOf(
      [
        hook,
        ['Outer', 'splitInBatches', { batchSize: 1 }],
        ['Inner', 'splitInBatches', { batchSize: 1, options: { reset: true } }, { typeVersion: 2 }],
        ['Each', 'set', fields({ name: 'a', value: "={{ $json.b }} of {{ $('Outer').item.json.c }}", type: 'string' })],
        ['End', 'set', fields()],
      ],
      ['Hook > Outer', 'Outer > Inner', 'Inner > Each', 'Each > Inner', 'Inner.1 > End', 'End > Outer'],
    ),
  },
]
