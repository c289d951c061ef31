/** A function or operator that people may use in expressions, as the editor and the documentation show it. */
export interface FunctionDoc {
  readonly name: string
  readonly group: 'values' | 'text' | 'lists' | 'numbers' | 'time' | 'encoding'
  /** Every form: receiver, parameters and result with their types. */
  readonly signatures: readonly string[]
  readonly description: string
  readonly example: { readonly expression: string; readonly result: unknown }
}

type Row = readonly [name: string, signatures: string, description: string, expression: string, result: unknown]

const group = (name: FunctionDoc['group'], rows: readonly Row[]): FunctionDoc[] =>
  rows.map(([fn, signatures, description, expression, result]) => ({
    name: fn,
    group: name,
    signatures: signatures.split(/(?<=→ \w+) \| /),
    description,
    example: { expression, result },
  }))

/** All functions, grouped and in the order in which they are shown. */
export const functions: readonly FunctionDoc[] = [
  ...group('values', [
    [
      'has',
      'has(a.field) → bool',
      'Whether the object has the field.',
      '[{"a": 1}, {}].map(x, has(x.a))',
      [true, false],
    ],
    ['.?', 'a.?field → optional', 'The field if it is there; continue with orValue.', '{"a": 1}.?b.orValue(0)', 0],
    [
      'orValue',
      'optional.orValue(any) → any',
      'The value, or another one when it is missing.',
      'optional.none().orValue("none")',
      'none',
    ],
    ['? :', 'bool ? any : any', 'The first value when true, else the second.', '3 > 2 ? "yes" : "no"', 'yes'],
    [
      'size',
      'size(text | list | map | bytes) → int',
      'Number of characters, items, fields or bytes.',
      'size([4, 5, 6])',
      3,
    ],
    ['string', 'string(any number | bool | bytes | timestamp) → text', 'The value as text.', 'string(2.5)', '2.5'],
    ['int', 'int(double) → int | int(text) → int', 'A whole number; the fraction is cut off.', 'int(2.9)', 2],
    ['double', 'double(int) → double | double(text) → double', 'A number with a fraction.', 'double("2.5")', 2.5],
    ['bool', 'bool(text) → bool', 'true or false from "true" or "false".', 'bool("true")', true],
    [
      'cel.bind',
      'cel.bind(name, any, expression) → any',
      'Gives a value a name inside an expression.',
      'cel.bind(net, 10, net * net)',
      100,
    ],
  ]),
  ...group('text', [
    ['contains', 'text.contains(text) → bool', 'Whether the text occurs in it.', '"invoice".contains("voice")', true],
    [
      'startsWith',
      'text.startsWith(text) → bool',
      'Whether it begins with the text.',
      '"invoice".startsWith("in")',
      true,
    ],
    ['endsWith', 'text.endsWith(text) → bool', 'Whether it ends with the text.', '"a.pdf".endsWith(".pdf")', true],
    [
      'matches',
      'text.matches(pattern) → bool',
      'Whether the regular expression occurs in it; no look-around, no back-references.',
      '"ada@example.com".matches("^[^@]+@[^@]+$")',
      true,
    ],
    ['lowerAscii', 'text.lowerAscii() → text', 'With A to Z in lower case.', '"Ada".lowerAscii()', 'ada'],
    ['upperAscii', 'text.upperAscii() → text', 'With a to z in upper case.', '"Ada".upperAscii()', 'ADA'],
    ['trim', 'text.trim() → text', 'Without blanks at both ends.', '"  a ".trim()', 'a'],
    [
      'replace',
      'text.replace(text, text) → text',
      'With every occurrence replaced.',
      '"a-b-c".replace("-", "+")',
      'a+b+c',
    ],
    [
      'split',
      'text.split(text) → list | text.split(text, int) → list',
      'The parts between the separators.',
      '"a,b,c".split(",")',
      ['a', 'b', 'c'],
    ],
    [
      'join',
      'list.join() → text | list.join(text) → text',
      'The items as one text, with the separator between them.',
      '[1, 2, 3].join(", ")',
      '1, 2, 3',
    ],
    [
      'substring',
      'text.substring(int) → text | text.substring(int, int) → text',
      'From the first position up to the second.',
      '"invoice".substring(2, 7)',
      'voice',
    ],
    ['indexOf', 'text.indexOf(text) → int', 'Where the text first occurs, or -1.', '"invoice".indexOf("v")', 2],
    [
      'lastIndexOf',
      'text.lastIndexOf(text) → int',
      'Where the text last occurs, or -1.',
      '"banana".lastIndexOf("a")',
      5,
    ],
    [
      'format',
      'text.format(list) → text',
      'Fills in %s, %d and %.2f with the items.',
      '"%s owes %.2f".format(["Ada", 4.5])',
      'Ada owes 4.50',
    ],
  ]),
  ...group('lists', [
    [
      'map',
      'list.map(x, any) → list | list.map(x, bool, any) → list',
      'A new list with something made of each item.',
      '[1, 2].map(x, x * 10)',
      [10, 20],
    ],
    ['filter', 'list.filter(x, bool) → list', 'The items for which it is true.', '[1, 2, 3].filter(x, x > 1)', [2, 3]],
    ['all', 'list.all(x, bool) → bool', 'Whether it is true for every item.', '[1, 2].all(x, x > 0)', true],
    ['exists', 'list.exists(x, bool) → bool', 'Whether it is true for some item.', '[1, 2].exists(x, x > 1)', true],
    [
      'exists_one',
      'list.exists_one(x, bool) → bool',
      'Whether it is true for exactly one item.',
      '[1, 2].exists_one(x, x > 1)',
      true,
    ],
    [
      'in',
      'any in list → bool | text in map → bool',
      'Whether the list has the item, or the object the field.',
      '2 in [1, 2]',
      true,
    ],
    ['sum', 'list.sum() → double', 'The numbers added up; 0 for an empty list.', '[1, 2.5].sum()', 3.5],
    ['min', 'list.min() → any', 'The smallest number, or the first text in order.', '[3, 1, 2].min()', 1],
    ['max', 'list.max() → any', 'The largest number, or the last text in order.', '[3, 1, 2].max()', 3],
    ['sort', 'list.sort() → list', 'In ascending order.', '[3, 1, 2].sort()', [1, 2, 3]],
    ['reverse', 'list.reverse() → list', 'Last item first.', '[1, 2, 3].reverse()', [3, 2, 1]],
    ['distinct', 'list.distinct() → list', 'Each different item once.', '[1, 2, 1.0].distinct()', [1, 2]],
    [
      'slice',
      'list.slice(int, int) → list',
      'From the first position up to the second.',
      '[1, 2, 3].slice(1, 3)',
      [2, 3],
    ],
    [
      'flatten',
      'list.flatten() → list',
      'Lists in the list give way to their items.',
      '[1, [2, 3]].flatten()',
      [1, 2, 3],
    ],
  ]),
  ...group('numbers', [
    [
      'math.round',
      'math.round(number) → number | math.round(double, int) → double',
      'To the nearest whole number, or to some decimals; halves away from zero.',
      'math.round(1.005, 2)',
      1.01,
    ],
    ['math.floor', 'math.floor(number) → number', 'Down to a whole number.', 'math.floor(-2.5)', -3],
    ['math.ceil', 'math.ceil(number) → number', 'Up to a whole number.', 'math.ceil(2.1)', 3],
    ['math.trunc', 'math.trunc(number) → number', 'Without the fraction.', 'math.trunc(-2.5)', -2],
    ['math.abs', 'math.abs(number) → number', 'Without the sign.', 'math.abs(-2)', 2],
    ['math.sign', 'math.sign(number) → number', '-1, 0 or 1.', 'math.sign(-2.5)', -1],
    ['math.greatest', 'math.greatest(any, any) → any', 'The larger of two.', 'math.greatest(1, 2.5)', 2.5],
    ['math.least', 'math.least(any, any) → any', 'The smaller of two.', 'math.least(1, 2.5)', 1],
  ]),
  ...group('time', [
    [
      'timestamp',
      'timestamp(text) → timestamp | timestamp(int) → timestamp',
      'A time from RFC 3339 text with Z or an offset, or from seconds since 1970.',
      'timestamp("2026-01-31T10:00:00+01:00")',
      '2026-01-31T09:00:00.000Z',
    ],
    [
      'duration',
      'duration(text) → duration',
      'A length of time; as a result it is a number of seconds.',
      'duration("1h30m")',
      5400,
    ],
    [
      'getFullYear',
      'timestamp.getFullYear() → int | timestamp.getFullYear(zone) → int',
      'The year, in UTC or in a time zone.',
      'timestamp("2026-12-31T23:30:00Z").getFullYear("Europe/Berlin")',
      2027,
    ],
    [
      'getMonth',
      'timestamp.getMonth() → int | timestamp.getMonth(zone) → int',
      'The month; January is 0.',
      'timestamp("2026-01-31T10:00:00Z").getMonth()',
      0,
    ],
    [
      'getDate',
      'timestamp.getDate() → int | timestamp.getDate(zone) → int',
      'The day of the month, from 1.',
      'timestamp("2026-01-31T10:00:00Z").getDate()',
      31,
    ],
    [
      'getDayOfWeek',
      'timestamp.getDayOfWeek() → int | timestamp.getDayOfWeek(zone) → int',
      'The day of the week; Sunday is 0.',
      'timestamp("2026-01-31T10:00:00Z").getDayOfWeek()',
      6,
    ],
    [
      'getDayOfYear',
      'timestamp.getDayOfYear() → int | timestamp.getDayOfYear(zone) → int',
      'The day of the year; the first of January is 0.',
      'timestamp("2026-02-01T00:00:00Z").getDayOfYear()',
      31,
    ],
    [
      'getHours',
      'timestamp.getHours() → int | timestamp.getHours(zone) → int',
      'The hour, in UTC or in a time zone.',
      'timestamp("2026-07-01T10:00:00Z").getHours("Europe/Berlin")',
      12,
    ],
    [
      'getMinutes',
      'timestamp.getMinutes() → int | timestamp.getMinutes(zone) → int',
      'The minute.',
      'timestamp("2026-01-31T10:07:00Z").getMinutes("Asia/Kolkata")',
      37,
    ],
    [
      'getSeconds',
      'timestamp.getSeconds() → int | duration.getSeconds() → int',
      'The second, or the whole seconds of a duration.',
      'duration("2m").getSeconds()',
      120,
    ],
  ]),
  ...group('encoding', [
    [
      'json.encode',
      'json.encode(any) → text',
      'The value as JSON text.',
      'json.encode({"a": [1, true]})',
      '{"a":[1,true]}',
    ],
    ['json.decode', 'json.decode(text) → any', 'The value of JSON text.', String.raw`json.decode("{\"a\": 1}").a`, 1],
    ['base64.encode', 'base64.encode(bytes) → text', 'Base64 of bytes.', 'base64.encode(bytes("hello"))', 'aGVsbG8='],
    [
      'base64.decode',
      'base64.decode(text) → bytes',
      'The bytes of base64.',
      'string(base64.decode("aGVsbG8="))',
      'hello',
    ],
  ]),
]
