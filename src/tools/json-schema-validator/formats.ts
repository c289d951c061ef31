import { format } from '@cfworker/json-schema'

const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i
const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`)
const DAY = 24 * 60
const LAST_MINUTE = DAY - 1

/** `full-time` of RFC 3339, section 5.6: with an offset, and a second 60 only at the end of a day in UTC. */
function isTime(text: string): boolean {
  const [hour, minute, second, sign, offsetHour, offsetMinute] = (TIME.exec(text) ?? []).slice(1)
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return false
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) return false
  const offset = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0)) * (sign === '-' ? -1 : 1)
  const minuteInUtc = (Number(hour) * 60 + Number(minute) - offset + DAY) % DAY
  return Number(second) < 60 || minuteInUtc === LAST_MINUTE
}

/** `date-time` of RFC 3339, section 5.6: a space for the T is what its note lets others agree on. */
function isDateTime(text: string): boolean {
  return /^.{10}t/i.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11))
}

/** `duration` of RFC 3339, appendix A: whole numbers, weeks alone, and no unit left out between two others. */
const DURATION =
  /^P(?!.*(?:Y\d+D|H\d+S))(?:\d+W|(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/
const isDuration = (text: string): boolean => DURATION.test(text)

const isDate = format.date ?? (() => false)
const isIpv4 = (text: string): boolean => IPV4.test(text)
const isIpv6 = format.ipv6 ?? (() => false)
const isUuidOrUrn = format.uuid ?? (() => false)
const isUsualEmail = format.email ?? (() => false)

/** RFC 5321, section 4.1.2: the part before the @ may be a quoted string, the one after it an address in brackets. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const name = text.slice(0, at).replace(/^"(?:[ !#-[\]-~]|\\[ -~])*"$/, 'quoted')
  const [, ipv6, address] = /^\[(ipv6:)?(.*)\]$/i.exec(text.slice(at + 1)) ?? []
  if (address === undefined) return isUsualEmail(`${name}${text.slice(at)}`)
  return (ipv6 === undefined ? isIpv4(address) : isIpv6(address)) && isUsualEmail(`${name}@example.com`)
}

const NAME = "\\w.~!$&'()*+,;=%\\-"
const AUTHORITY = `//(?:[${NAME}:]*@)?(?:\\[([^\\]]*)]|[${NAME}]*)(?::\\d*)?(?=[/?#]|$)`
const REFERENCE = new RegExp(
  `^([a-z][a-z\\d+.\\-]*:|(?![^/?#]*:))(?:${AUTHORITY}|(?!//))[${NAME}:@/]*(?:\\?[${NAME}:@/?]*)?(?:#[${NAME}:@/?]*)?$`,
  'i',
)

/** RFC 3986, appendix A: a URI, or with an empty scheme a reference relative to one. */
function schemeOf(text: string): string | undefined {
  const [, scheme, ip] = REFERENCE.exec(text) ?? []
  const isHost = ip === undefined || isIpv6(ip) || new RegExp(`^v[\\da-f]+\\.[${NAME}:]+$`, 'i').test(ip)
  return isHost && !/%(?![\da-f]{2})/i.test(text) ? scheme : undefined
}

/** RFC 6570, section 2, with erratum 6937: an apostrophe is a literal. */
const VARIABLE = '(?:\\w|%[\\da-f]{2})(?:\\.?(?:\\w|%[\\da-f]{2}))*(?::[1-9]\\d{0,3}|\\*)?'
const TEMPLATE = new RegExp(
  `^(?:[^\\0- "%<>\\\\^\`{|}\\x7f-\\x9f]|%[\\da-f]{2}|\\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\\})*$`,
  'i',
)

/** The library's own take a time without an offset, half a second, 087.10.0.1 and a port of letters; they refuse leap seconds away from Greenwich. */
export const strictFormats = {
  ...{ time: isTime, 'date-time': isDateTime, duration: isDuration },
  ...{ ipv4: isIpv4, email: isEmail },
  uri: (text: string) => Boolean(schemeOf(text)),
  'uri-reference': (text: string) => schemeOf(text) !== undefined,
  'uri-template': (text: string) => TEMPLATE.test(text),
  uuid: (text: string) => text.length === 36 && isUuidOrUrn(text),
}
