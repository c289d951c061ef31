import { type Unit, type UnitTable, unit } from './units.ts'

export const CATEGORIES = ['length', 'mass', 'temperature', 'volume', 'area', 'time'] as const
export type UnitCategory = (typeof CATEGORIES)[number]

/** Base: metre. Foot, yard and mile are the international ones. */
const LENGTH = [
  unit('um', 'micrometre', '0.000001', ['µm', 'μm', 'micrometer', 'micrometers', 'micron', 'microns'], 'µm'),
  unit('mm', 'millimetre', '0.001', ['millimetres', 'millimeter', 'millimeters']),
  unit('cm', 'centimetre', '0.01', ['centimetres', 'centimeter', 'centimeters']),
  unit('dm', 'decimetre', '0.1', ['decimetres', 'decimeter', 'decimeters']),
  unit('m', 'metre', '1', ['metre', 'metres', 'meter', 'meters']),
  unit('km', 'kilometre', '1000', ['kilometre', 'kilometres', 'kilometer', 'kilometers']),
  unit('in', 'inch', '0.0254', ['inch', 'inches', '"', '″']),
  unit('ft', 'foot', '0.3048', ['foot', 'feet', "'", '′']),
  unit('yd', 'yard', '0.9144', ['yard', 'yards']),
  unit('mi', 'mile', '1609.344', ['mile', 'miles', 'statute mile']),
  unit('nmi', 'nautical mile', '1852', ['nautical mile', 'nautical miles']),
]

/** Base: kilogram. Ounce, pound, stone and both tons are avoirdupois. */
const MASS = [
  unit('ug', 'microgram', '0.000000001', ['µg', 'μg', 'mcg', 'micrograms'], 'µg'),
  unit('mg', 'milligram', '0.000001', ['milligram', 'milligrams']),
  unit('g', 'gram', '0.001', ['gram', 'grams', 'gramme', 'grammes']),
  unit('kg', 'kilogram', '1', ['kilogram', 'kilograms', 'kilo', 'kilos', 'kgs']),
  unit('t', 'tonne (metric ton)', '1000', ['tonne', 'tonnes', 'metric ton', 'metric tons']),
  unit('gr', 'grain', '0.00006479891', ['grain', 'grains']),
  unit('oz', 'ounce', '0.028349523125', ['ounce', 'ounces']),
  unit('lb', 'pound', '0.45359237', ['pound', 'pounds', 'lbs']),
  unit('st', 'stone', '6.35029318', ['stone', 'stones']),
  unit('ozt', 'troy ounce', '0.0311034768', ['troy ounce', 'troy ounces', 'oz t']),
  unit('carat', 'carat (metric)', '0.0002', ['carats', 'ct']),
  unit('ton-us', 'ton (US, short)', '907.18474', ['short ton', 'short tons', 'us ton'], 'ton (US)'),
  unit('ton-uk', 'ton (UK, long)', '1016.0469088', ['long ton', 'long tons', 'uk ton', 'imperial ton'], 'ton (UK)'),
]

/** Base: kelvin. */
const TEMPERATURE: Unit[] = [
  { ...unit('C', 'degree Celsius', '1', ['c', '°c', 'celsius', 'centigrade'], '°C'), offset: '273.15' },
  { ...unit('F', 'degree Fahrenheit', '5/9', ['f', '°f', 'fahrenheit'], '°F'), offset: '459.67' },
  unit('K', 'kelvin', '1', ['k', 'kelvins']),
  unit('R', 'degree Rankine', '5/9', ['r', '°r', 'rankine'], '°R'),
]

/** Base: litre. */
const VOLUME = [
  unit('ml', 'millilitre', '0.001', ['millilitre', 'millilitres', 'milliliter', 'milliliters', 'cc', 'cm3', 'cm³']),
  unit('cl', 'centilitre', '0.01', ['centilitre', 'centilitres', 'centiliter', 'centiliters']),
  unit('dl', 'decilitre', '0.1', ['decilitre', 'decilitres', 'deciliter', 'deciliters']),
  unit('l', 'litre', '1', ['litre', 'litres', 'liter', 'liters', 'dm3', 'dm³']),
  unit('m3', 'cubic metre', '1000', ['m³', 'm^3', 'cubic metre', 'cubic metres', 'cubic meter', 'cubic meters'], 'm³'),
  unit('in3', 'cubic inch', '0.016387064', ['in³', 'in^3', 'cu in', 'cubic inches'], 'in³'),
  unit('ft3', 'cubic foot', '28.316846592', ['ft³', 'ft^3', 'cu ft', 'cubic feet'], 'ft³'),
  unit('yd3', 'cubic yard', '764.554857984', ['yd³', 'yd^3', 'cu yd', 'cubic yards'], 'yd³'),
  unit('tsp-us', 'teaspoon (US)', '0.00492892159375', ['us teaspoon', 'us tsp'], 'tsp (US)'),
  unit('tbsp-us', 'tablespoon (US)', '0.01478676478125', ['us tablespoon', 'us tbsp'], 'tbsp (US)'),
  unit('floz-us', 'fluid ounce (US)', '0.0295735295625', ['us fluid ounce', 'us fl oz'], 'fl oz (US)'),
  unit('cup-us', 'cup (US)', '0.2365882365', ['us cup', 'us cups'], 'cup (US)'),
  unit('pt-us', 'pint (US liquid)', '0.473176473', ['us pint', 'us pints'], 'pt (US)'),
  unit('qt-us', 'quart (US liquid)', '0.946352946', ['us quart', 'us quarts'], 'qt (US)'),
  unit('gal-us', 'gallon (US)', '3.785411784', ['us gallon', 'us gallons', 'us gal'], 'gal (US)'),
  unit('floz-uk', 'fluid ounce (imperial)', '0.0284130625', ['imperial fluid ounce', 'uk fl oz'], 'fl oz (UK)'),
  unit('pt-uk', 'pint (imperial)', '0.56826125', ['imperial pint', 'imperial pints', 'uk pint', 'uk pints'], 'pt (UK)'),
  unit('qt-uk', 'quart (imperial)', '1.1365225', ['imperial quart', 'imperial quarts', 'uk quart'], 'qt (UK)'),
  unit('gal-uk', 'gallon (imperial)', '4.54609', ['imperial gallon', 'imperial gallons', 'uk gallon'], 'gal (UK)'),
]

/** Base: square metre. The acre and the square mile are the international ones. */
const AREA = [
  unit('mm2', 'square millimetre', '0.000001', ['mm²', 'mm^2'], 'mm²'),
  unit('cm2', 'square centimetre', '0.0001', ['cm²', 'cm^2', 'sq cm'], 'cm²'),
  unit('m2', 'square metre', '1', ['m²', 'm^2', 'sq m', 'sqm', 'square metres', 'square meter', 'square meters'], 'm²'),
  unit('ha', 'hectare', '10000', ['hectare', 'hectares']),
  unit('km2', 'square kilometre', '1000000', ['km²', 'km^2', 'sq km', 'square kilometers'], 'km²'),
  unit('in2', 'square inch', '0.00064516', ['in²', 'in^2', 'sq in', 'square inches'], 'in²'),
  unit('ft2', 'square foot', '0.09290304', ['ft²', 'ft^2', 'sq ft', 'sqft', 'square feet'], 'ft²'),
  unit('yd2', 'square yard', '0.83612736', ['yd²', 'yd^2', 'sq yd', 'square yards'], 'yd²'),
  unit('acre', 'acre', '4046.8564224', ['acres', 'ac']),
  unit('mi2', 'square mile', '2589988.110336', ['mi²', 'mi^2', 'sq mi', 'square miles'], 'mi²'),
]

/** Base: second. A year has no fixed length, so each one says which it is. */
const TIME = [
  unit('us', 'microsecond', '0.000001', ['µs', 'μs', 'microseconds'], 'µs'),
  unit('ms', 'millisecond', '0.001', ['millisecond', 'milliseconds']),
  unit('s', 'second', '1', ['second', 'seconds', 'sec', 'secs']),
  unit('min', 'minute', '60', ['minute', 'minutes', 'mins']),
  unit('h', 'hour', '3600', ['hour', 'hours', 'hr', 'hrs']),
  unit('d', 'day', '86400', ['day', 'days']),
  unit('wk', 'week', '604800', ['week', 'weeks']),
  unit('year-365', 'year of 365 days', '31536000', ['365 d'], '365 d'),
  unit('year-julian', 'Julian year (365.25 days)', '31557600', ['julian year', 'julian years'], 'Julian year'),
]

export const UNITS: UnitTable<UnitCategory> = {
  length: LENGTH,
  mass: MASS,
  temperature: TEMPERATURE,
  volume: VOLUME,
  area: AREA,
  time: TIME,
}

/** What the form begins with. */
export const USUAL: Readonly<Record<UnitCategory, { from: string; to: string }>> = {
  length: { from: 'm', to: 'ft' },
  mass: { from: 'kg', to: 'lb' },
  temperature: { from: 'C', to: 'F' },
  volume: { from: 'l', to: 'gal-us' },
  area: { from: 'm2', to: 'ft2' },
  time: { from: 'h', to: 'min' },
}
