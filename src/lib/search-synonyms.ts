/** Words that people use for one thing, folded as `foldWords` does. A word is in one group at most. */
const GROUPS: readonly (readonly string[])[] = [
  // Units, in their codes and names, British and American.
  ['kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms'],
  ['lb', 'lbs', 'pound', 'pounds'],
  ['g', 'gram', 'grams'],
  ['oz', 'ounce', 'ounces'],
  ['st', 'stone', 'stones'],
  ['km', 'kms', 'kilometre', 'kilometres', 'kilometer', 'kilometers'],
  ['m', 'metre', 'metres', 'meter', 'meters'],
  ['cm', 'centimetre', 'centimetres', 'centimeter', 'centimeters'],
  ['mm', 'millimetre', 'millimetres', 'millimeter', 'millimeters'],
  ['mi', 'mile', 'miles'],
  ['inch', 'inches'],
  ['ft', 'foot', 'feet'],
  ['yd', 'yard', 'yards'],
  ['l', 'litre', 'litres', 'liter', 'liters'],
  ['ml', 'millilitre', 'millilitres', 'milliliter', 'milliliters'],
  ['gal', 'gallon', 'gallons'],
  ['celsius', 'centigrade'],
  ['kph', 'kmh', 'kmph'],
  ['sec', 'secs', 'second', 'seconds'],
  ['min', 'mins', 'minute', 'minutes'],
  ['hr', 'hrs', 'hour', 'hours'],
  ['kb', 'kilobyte', 'kilobytes'],
  ['mb', 'megabyte', 'megabytes'],
  ['gb', 'gigabyte', 'gigabytes'],
  ['tb', 'terabyte', 'terabytes'],
  // Spelling.
  ['color', 'colors', 'colour', 'colours'],
  ['gray', 'grey'],
  ['optimise', 'optimize', 'optimiser', 'optimizer'],
  ['amortisation', 'amortization'],
  ['program', 'programme'],
  // What is done.
  ['calc', 'calculate', 'calculator', 'compute'],
  ['convert', 'converter', 'conversion', 'transform'],
  ['encode', 'encoder', 'encoding'],
  ['decode', 'decoder', 'decoding'],
  ['format', 'formatter', 'prettify', 'prettier', 'beautify', 'beautifier'],
  ['minify', 'minifier', 'compress', 'uglify'],
  ['validate', 'validator', 'checker', 'lint', 'linter'],
  ['compare', 'comparison', 'diff', 'difference'],
  ['generate', 'generator', 'create', 'make', 'maker'],
  // Things.
  ['percent', 'percentage', 'pct'],
  ['regex', 'regexp', 'regexes'],
  ['uuid', 'uuids', 'guid', 'guids'],
  ['epoch', 'unixtime', 'timestamp'],
  ['password', 'passwords', 'passphrase', 'passcode', 'pwd'],
  ['image', 'images', 'picture', 'photo'],
  ['vat', 'gst', 'mwst', 'tva'],
  ['birthday', 'birthdate', 'dob'],
]

const groupOf = new Map(GROUPS.flatMap((group) => group.map((word) => [word, group] as const)))

/** Other words for the same thing. */
export const synonymsOf = (word: string): readonly string[] => (groupOf.get(word) ?? []).filter((one) => one !== word)

/** Every word that stands in a group, for the test that none stands in two. */
export const SYNONYMS: readonly string[] = GROUPS.flat()

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/°\s*c(?![\p{L}\p{N}])/giu, ' celsius '],
  [/°\s*f(?![\p{L}\p{N}])/giu, ' fahrenheit '],
  // Alone they are nearly every word's beginning.
  [/^\s*c\s+(?:to|in)\s+f\s*$/i, 'celsius to fahrenheit'],
  [/^\s*f\s+(?:to|in)\s+c\s*$/i, 'fahrenheit to celsius'],
  [/%/g, ' percent '],
  [/\bkm\s*\/\s*h\b/gi, ' kph '],
]

/** Signs that are looked for become the words that are found. */
export const spellSigns = (text: string): string =>
  SIGNS.reduce((spelt, [sign, word]) => spelt.replace(sign, word), text)
