import { type UnitTable, unit } from './units.ts'

export const CATEGORIES = ['speed', 'pressure', 'energy', 'power', 'angle', 'data-rate'] as const
export type EngineeringCategory = (typeof CATEGORIES)[number]

/** Base: metre per second. */
const SPEED = [
  unit('m/s', 'metre per second', '1', ['mps', 'metres per second', 'meters per second']),
  unit('km/h', 'kilometre per hour', '5/18', ['kmh', 'kph', 'kmph', 'kilometres per hour', 'kilometers per hour']),
  unit('mph', 'mile per hour', '0.44704', ['mi/h', 'miles per hour']),
  unit('kn', 'knot', '1852/3600', ['kt', 'kts', 'knots', 'knot']),
  unit('ft/s', 'foot per second', '0.3048', ['fps', 'feet per second']),
  unit('ft/min', 'foot per minute', '0.3048/60', ['fpm', 'feet per minute']),
  unit('in/s', 'inch per second', '0.0254', ['ips', 'inches per second']),
  unit('c', 'speed of light in vacuum', '299792458', ['light', 'speed of light']),
]

// A pound-force is 0.45359237 kg × 9.80665 m/s².
const POUND_FORCE = '4.4482216152605'

/** Base: pascal. Columns of mercury and water are the conventional ones. */
const PRESSURE = [
  unit('Pa', 'pascal', '1', ['pa', 'pascals', 'n/m2']),
  unit('hPa', 'hectopascal', '100', ['hpa']),
  unit('kPa', 'kilopascal', '1000', ['kpa']),
  unit('MPa', 'megapascal', '1000000', ['megapascals', 'n/mm2']),
  unit('GPa', 'gigapascal', '1000000000', ['gpa']),
  unit('mbar', 'millibar', '100', ['millibars']),
  unit('bar', 'bar', '100000', ['bars']),
  unit('atm', 'standard atmosphere', '101325', ['atmosphere', 'atmospheres']),
  unit('at', 'technical atmosphere', '98066.5', ['kgf/cm2']),
  unit('psi', 'pound-force per square inch', `${POUND_FORCE}/0.00064516`, ['lbf/in2', 'pounds per square inch']),
  unit('ksi', 'kilopound-force per square inch', `${POUND_FORCE}/0.00000064516`),
  unit('psf', 'pound-force per square foot', `${POUND_FORCE}/0.09290304`, ['lbf/ft2']),
  unit('Torr', 'torr', '101325/760', ['torr']),
  unit('mmHg', 'millimetre of mercury', '133.322387415', ['mmhg']),
  unit('inHg', 'inch of mercury', '3386.388640341', ['inhg']),
  unit('cmH2O', 'centimetre of water', '98.0665', ['cmh2o']),
  unit('inH2O', 'inch of water', '249.08891', ['inh2o']),
]

/** Base: joule. */
const ENERGY = [
  unit('J', 'joule', '1', ['j', 'joules']),
  unit('kJ', 'kilojoule', '1000', ['kj', 'kilojoules']),
  unit('MJ', 'megajoule', '1000000', ['megajoules']),
  unit('GJ', 'gigajoule', '1000000000', ['gj']),
  unit('Wh', 'watt hour', '3600', ['wh', 'watt hours']),
  unit('kWh', 'kilowatt hour', '3600000', ['kwh', 'kilowatt hours']),
  unit('MWh', 'megawatt hour', '3600000000', ['megawatt hours']),
  unit('cal-th', 'calorie (thermochemical)', '4.184', ['calorie (th)'], 'cal (th)'),
  unit('kcal-th', 'kilocalorie (thermochemical)', '4184', ['food calorie'], 'kcal (th)'),
  unit('cal-it', 'calorie (International Table)', '4.1868', ['calorie (it)'], 'cal (IT)'),
  unit('kcal-it', 'kilocalorie (International Table)', '4186.8', [], 'kcal (IT)'),
  unit('btu-it', 'British thermal unit (International Table)', '1055.05585262', ['btu (it)'], 'Btu (IT)'),
  unit('btu-th', 'British thermal unit (thermochemical)', '1897.83047608/1.8', ['btu (th)'], 'Btu (th)'),
  unit('therm-us', 'therm (US)', '105480400', ['us therm'], 'therm (US)'),
  unit('therm-ec', 'therm (EC)', '105505585.262', ['ec therm'], 'therm (EC)'),
  unit('ft-lbf', 'foot pound-force', '1.3558179483314004', ['ft·lbf', 'foot-pound', 'foot-pounds'], 'ft·lbf'),
  unit('erg', 'erg', '0.0000001', ['ergs']),
  unit('eV', 'electronvolt', '1.602176634e-19', ['ev', 'electronvolts']),
  unit('t-tnt', 'ton of TNT', '4184000000', ['ton of tnt', 'tons of tnt'], 't TNT'),
]

/** Base: watt. */
const POWER = [
  unit('mW', 'milliwatt', '0.001', ['milliwatts']),
  unit('W', 'watt', '1', ['w', 'watts']),
  unit('kW', 'kilowatt', '1000', ['kw', 'kilowatts']),
  unit('MW', 'megawatt', '1000000', ['megawatts']),
  unit('GW', 'gigawatt', '1000000000', ['gw']),
  unit('hp', 'horsepower (mechanical, 550 ft·lbf/s)', '745.69987158227022', ['horsepower', 'bhp']),
  unit('hp-metric', 'horsepower (metric)', '735.49875', ['ps', 'cv', 'pk', 'metric horsepower'], 'hp (metric)'),
  unit('hp-electric', 'horsepower (electric)', '746', ['electric horsepower'], 'hp (electric)'),
  unit('ft-lbf/s', 'foot pound-force per second', '1.3558179483314004', ['ft·lbf/s'], 'ft·lbf/s'),
  unit('btu-it/h', 'British thermal unit (IT) per hour', '1055.05585262/3600', ['btu/h', 'btu/hr'], 'Btu (IT)/h'),
  unit('kcal-it/h', 'kilocalorie (IT) per hour', '1.163', [], 'kcal (IT)/h'),
  unit(
    'ton-refrigeration',
    'ton of refrigeration',
    '12660670.23144/3600',
    ['refrigeration ton'],
    'ton of refrigeration',
  ),
]

// More digits than any number of the answer shows.
const PI = '3.1415926535897932384626433832795028841971693993751058209749445923'

/** Base: degree. */
const ANGLE = [
  unit('deg', 'degree', '1', ['°', 'degree', 'degrees'], '°'),
  unit('rad', 'radian', `180/${PI}`, ['radian', 'radians']),
  unit('mrad', 'milliradian', `0.18/${PI}`, ['milliradian', 'milliradians']),
  unit('gon', 'gon (gradian)', '0.9', ['grad', 'grads', 'gradian', 'gradians']),
  unit('arcmin', 'minute of arc', '1/60', ["'", '′', 'moa', 'arcminute', 'arcminutes'], '′'),
  unit('arcsec', 'second of arc', '1/3600', ['"', '″', 'arcsecond', 'arcseconds'], '″'),
  unit('mil', 'mil (NATO, 1/6400 turn)', '0.05625', ['mils']),
  unit('turn', 'turn', '360', ['turns', 'rev', 'revolution', 'revolutions']),
]

/** Base: bit per second. k, M, G are powers of 1000; Ki, Mi, Gi are powers of 1024. A capital B is a byte. */
const DATA_RATE = [
  unit('bit/s', 'bit per second', '1', ['bps']),
  unit('kbit/s', 'kilobit per second', '1e3', ['kbps']),
  unit('Mbit/s', 'megabit per second', '1e6', ['mbit/s', 'mbps']),
  unit('Gbit/s', 'gigabit per second', '1e9', ['gbit/s', 'gbps']),
  unit('Tbit/s', 'terabit per second', '1e12', ['tbit/s', 'tbps']),
  unit('Kibit/s', 'kibibit per second', '1024', ['kibit/s', 'Kib/s']),
  unit('Mibit/s', 'mebibit per second', '1048576', ['mibit/s', 'Mib/s']),
  unit('Gibit/s', 'gibibit per second', '1073741824', ['gibit/s', 'Gib/s']),
  unit('B/s', 'byte per second', '8', ['bytes per second', 'Bps']),
  unit('kB/s', 'kilobyte per second', '8e3', ['kilobytes per second', 'kBps']),
  unit('MB/s', 'megabyte per second', '8e6', ['megabytes per second', 'MBps']),
  unit('GB/s', 'gigabyte per second', '8e9', ['gigabytes per second', 'GBps']),
  unit('TB/s', 'terabyte per second', '8e12', ['terabytes per second', 'TBps']),
  unit('KiB/s', 'kibibyte per second', '8192', ['kib/s']),
  unit('MiB/s', 'mebibyte per second', '8388608', ['mib/s']),
  unit('GiB/s', 'gibibyte per second', '8589934592', ['gib/s']),
]

export const UNITS: UnitTable<EngineeringCategory> = {
  speed: SPEED,
  pressure: PRESSURE,
  energy: ENERGY,
  power: POWER,
  angle: ANGLE,
  'data-rate': DATA_RATE,
}

/** What the form begins with. */
export const USUAL: Readonly<Record<EngineeringCategory, { from: string; to: string }>> = {
  speed: { from: 'km/h', to: 'mph' },
  pressure: { from: 'bar', to: 'psi' },
  energy: { from: 'kWh', to: 'MJ' },
  power: { from: 'kW', to: 'hp' },
  angle: { from: 'deg', to: 'rad' },
  'data-rate': { from: 'Mbit/s', to: 'MB/s' },
}
