import { LOOPS } from './n8n-loops.fixture.ts'
import { daily, type Fixture, fields, hook, n8nOf, when } from './n8n-parts.fixture.ts'

export const FIXTURES: readonly Fixture[] = [
  {
    about: 'webhook, answer',
    mapped: [2, 2],
    workflow: n8nOf(
      [
        hook,
        ['Answer', 'respondToWebhook', { respondWith: 'json', responseBody: '={"name": "{{ $json.body.name }}"}' }],
      ],
      ['Hook > Answer'],
    ),
  },
  {
    about: 'webhook that answers at once',
    mapped: [2, 2],
    workflow: n8nOf(
      [
        ['Hook', 'webhook', { path: 'x' }],
        ['Wait', 'wait', { amount: 5, unit: 'minutes' }],
      ],
      ['Hook > Wait'],
    ),
  },
  {
    about: 'webhook, set of today',
    mapped: [2, 2],
    workflow: n8nOf(
      [
        hook,
        [
          'Set',
          'set',
          fields(
            { name: 'a.b', value: '={{ $json.body.n }}', type: 'number' },
            { name: 'c', value: '7', type: 'number' },
          ),
        ],
      ],
      ['Hook > Set'],
    ),
  },
  {
    about: 'set of version 3.0',
    mapped: [2, 2],
    workflow: n8nOf(
      [
        hook,
        [
          'Set',
          'set',
          {
            fields: {
              values: [
                { name: 'a', type: 'booleanValue', booleanValue: 'true' },
                { name: 'b', stringValue: 'text' },
              ],
            },
          },
        ],
      ],
      ['Hook > Set'],
    ),
  },
  {
    about: 'set of version 1',
    mapped: [2, 2],
    workflow: n8nOf(
      [hook, ['Set', 'set', { values: { string: [{ name: 'a', value: 'x' }], number: [{ name: 'b', value: 2 }] } }]],
      ['Hook > Set'],
    ),
  },
  {
    about: 'set from JSON',
    mapped: [2, 2],
    workflow: n8nOf(
      [hook, ['Set', 'set', { mode: 'raw', jsonOutput: '={"a": "{{ $json.body.a }}", "b": [1]}' }]],
      ['Hook > Set'],
    ),
  },
  {
    about: 'if with both ways',
    mapped: [4, 4],
    workflow: n8nOf(
      [
        hook,
        ['If', 'if', { conditions: when('={{ $json.body.n }}', 'gt', 5, 'number') }],
        ['Yes', 'set', fields({ name: 'is', value: 'yes', type: 'string' })],
        ['No', 'set', fields({ name: 'is', value: '={{ $json.body.n }}', type: 'string' })],
      ],
      ['Hook > If', 'If > Yes', 'If.1 > No'],
    ),
  },
  {
    about: 'if of version 1, any of two',
    mapped: [2, 2],
    workflow: n8nOf(
      [
        hook,
        [
          'If',
          'if',
          {
            combineOperation: 'any',
            conditions: {
              string: [{ value1: '={{ $json.body.a }}', operation: 'contains', value2: 'x' }],
              number: [{ value1: '={{ $json.body.n }}', value2: 3 }],
            },
          },
        ],
      ],
      ['Hook > If'],
    ),
  },
  {
    about: 'if with a pattern',
    mapped: [1, 2],
    workflow: n8nOf([hook, ['If', 'if', { conditions: when('={{ $json.body.a }}', 'regex', '^x') }]], ['Hook > If']),
  },
  {
    about: 'switch of today with an otherwise',
    mapped: [4, 4],
    workflow: n8nOf(
      [
        hook,
        [
          'Switch',
          'switch',
          {
            rules: { values: [{ conditions: when('={{ $json.body.plan }}', 'equals', 'pro'), outputKey: 'Pro' }] },
            options: { fallbackOutput: 'extra' },
          },
        ],
        ['Pro', 'set', fields()],
        ['Other', 'set', fields()],
      ],
      ['Hook > Switch', 'Switch > Pro', 'Switch.1 > Other'],
    ),
  },
  {
    about: 'switch of version 1',
    mapped: [3, 3],
    workflow: n8nOf(
      [
        hook,
        [
          'Switch',
          'switch',
          {
            dataType: 'string',
            value1: '={{ $json.body.plan }}',
            rules: { rules: [{ value2: 'pro' }, { operation: 'notEqual', value2: 'free' }] },
          },
        ],
        ['Pro', 'set', fields()],
      ],
      ['Hook > Switch', 'Switch > Pro'],
    ),
  },
  {
    about: 'switch by a number that is worked out',
    mapped: [1, 2],
    workflow: n8nOf([hook, ['Switch', 'switch', { mode: 'expression', output: '={{ 1 }}' }]], ['Hook > Switch']),
  },
  {
    about: 'http with query, headers and JSON',
    mapped: [3, 3],
    workflow: n8nOf(
      [
        daily,
        [
          'Call',
          'httpRequest',
          {
            method: 'POST',
            url: 'https://api.example.com/orders',
            sendQuery: true,
            queryParameters: { parameters: [{ name: 'page', value: '2' }] },
            sendHeaders: true,
            headerParameters: { parameters: [{ name: 'X-A', value: 'b' }] },
            sendBody: true,
            specifyBody: 'json',
            jsonBody: '{"a": 1}',
            options: { timeout: 5000 },
          },
        ],
        ['Set', 'set', fields({ name: 'id', value: '={{ $json.id }}', type: 'string' })],
      ],
      ['Daily > Call', 'Call > Set'],
    ),
  },
  {
    about: 'http with form fields, retried, with a way for errors',
    mapped: [3, 3],
    workflow: n8nOf(
      [
        daily,
        [
          'Call',
          'httpRequest',
          {
            method: 'PUT',
            url: '=https://api.example.com/{{ $vars.region }}',
            sendBody: true,
            contentType: 'form-urlencoded',
            bodyParameters: { parameters: [{ name: 'a', value: 'b' }] },
          },
          { onError: 'continueErrorOutput', retryOnFail: true, maxTries: 4 },
        ],
        ['Failed', 'set', fields()],
      ],
      ['Daily > Call', 'Call.1 > Failed'],
    ),
  },
  {
    about: 'http with credentials',
    mapped: [1, 2],
    workflow: n8nOf(
      [
        daily,
        [
          'Call',
          'httpRequest',
          { url: 'https://api.example.com', authentication: 'genericCredentialType' },
          { credentials: { httpHeaderAuth: { id: '1', name: 'Secret' } } },
        ],
      ],
      ['Daily > Call'],
    ),
  },
  {
    about: 'code',
    mapped: [2, 2],
    workflow: n8nOf(
      [hook, ['Code', 'code', { jsCode: 'return items.map(({ json }) => ({ json: { n: json.body.n * 2 } }))' }]],
      ['Hook > Code'],
    ),
  },
  {
    about: 'code that asks for another node',
    mapped: [1, 2],
    workflow: n8nOf([hook, ['Code', 'code', { jsCode: 'return $("Hook").all()' }]], ['Hook > Code']),
  },
  {
    about: 'function of before',
    mapped: [3, 3],
    workflow: n8nOf(
      [
        hook,
        ['Old', 'function', { functionCode: 'return [{ json: { a: 1 } }]' }],
        ['Set', 'set', fields({ name: 'a', value: '={{ $json.a }}', type: 'number' })],
      ],
      ['Hook > Old', 'Old > Set'],
    ),
  },
  {
    about: 'two branches merged',
    mapped: [4, 4],
    workflow: n8nOf(
      [hook, ['A', 'set', fields()], ['B', 'set', fields()], ['Merge', 'merge', {}]],
      ['Hook > A', 'Hook > B', 'A > Merge', 'B > Merge'],
    ),
  },
  {
    about: 'merge by a field',
    mapped: [3, 4],
    workflow: n8nOf(
      [
        hook,
        ['A', 'set', fields()],
        ['B', 'set', fields()],
        ['Merge', 'merge', { mode: 'combine', fieldsToMatchString: 'id' }],
      ],
      ['Hook > A', 'Hook > B', 'A > Merge', 'B > Merge'],
    ),
  },
  {
    about: 'wait until a time, and for a call',
    mapped: [3, 3],
    workflow: n8nOf(
      [
        hook,
        ['Until', 'wait', { resume: 'specificTime', dateTime: '2027-01-31T09:00:00Z' }],
        ['Call', 'wait', { resume: 'webhook' }],
      ],
      ['Hook > Until', 'Until > Call'],
    ),
  },
  ...LOOPS,
  {
    about: 'the last node answers',
    mapped: [3, 3],
    workflow: n8nOf(
      [
        ['Hook', 'webhook', { httpMethod: 'POST', responseMode: 'lastNode' }],
        ['Set', 'set', fields()],
        ['Call', 'httpRequest', { url: 'https://api.example.com' }],
      ],
      ['Hook > Set', 'Set > Call'],
    ),
  },
  {
    about: 'the last node answers with a list',
    mapped: [1, 2],
    workflow: n8nOf(
      [
        ['Hook', 'webhook', { responseMode: 'lastNode', responseData: 'allEntries' }],
        ['Set', 'set', fields()],
      ],
      ['Hook > Set'],
    ),
  },
  {
    about: 'settings of a workflow',
    mapped: [2, 2],
    workflow: n8nOf([daily, ['Set', 'set', fields()]], ['Daily > Set'], {
      timezone: 'Europe/Berlin',
      errorWorkflow: 'x1Y2z3',
      executionTimeout: 90,
      executionOrder: 'v1',
    }),
  },
  {
    about: 'a sticky note',
    mapped: [2, 2],
    workflow: n8nOf([daily, ['Note', 'stickyNote', { content: '## Read me' }]]),
  },
  {
    about: 'a service that we do not know',
    mapped: [2, 3],
    workflow: n8nOf(
      [daily, ['Slack', 'slack', { text: 'hi' }, { credentials: { slackApi: { id: '1' } } }], ['Set', 'set', fields()]],
      ['Daily > Slack', 'Slack > Set'],
    ),
  },
  {
    about: 'the first cron node, with seconds',
    mapped: [2, 2],
    workflow: n8nOf(
      [
        ['Cron', 'cron', { triggerTimes: { item: [{ mode: 'custom', cronExpression: '0 15 10 * * 1' }] } }],
        ['Set', 'set', fields()],
      ],
      ['Cron > Set'],
    ),
  },
  {
    about: 'another node’s data by its name',
    mapped: [3, 3],
    workflow: n8nOf(
      [
        hook,
        ['Call', 'httpRequest', { url: 'https://api.example.com' }],
        [
          'Set',
          'set',
          fields({
            name: 'a',
            value: '={{ $(\'Hook\').item.json.body.a }} and {{ $node["Call"].json["b"][0] }}',
            type: 'string',
          }),
        ],
      ],
      ['Hook > Call', 'Call > Set'],
    ),
  },
  {
    about: 'an expression with a call',
    mapped: [1, 2],
    workflow: n8nOf(
      [hook, ['Set', 'set', fields({ name: 'a', value: '={{ $now.toISO() }}', type: 'string' })]],
      ['Hook > Set'],
    ),
  },
  {
    about: 'two starts',
    mapped: [3, 3],
    workflow: n8nOf([['By hand', 'manualTrigger'], daily, ['Set', 'set', fields()]], ['By hand > Set', 'Daily > Set']),
  },
]
