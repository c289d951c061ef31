import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { subnetCalculator } from './subnet-calculator.tool.ts'

const run = (input: Record<string, string>): Record<string, unknown> => {
  const outcome = runTool(subnetCalculator, input)
  return outcome.ok ? outcome.outputs : { refused: outcome.error.details }
}

// RFC 5952, sections 4 and 5.
test.each([
  ['2001:0db8::0001', '2001:db8::1'],
  ['2001:db8:0:0:0:0:2:1', '2001:db8::2:1'],
  ['2001:db8::0:1', '2001:db8::1'],
  ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['2001:db8::1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
  ['2001:DB8::AAAA', '2001:db8::aaaa'],
  ['::FFFF:c000:0201', '::ffff:192.0.2.1'],
  ['0:0:0:0:0:0:0:0', '::'],
  ['[::1]', '::1'],
  ['1:0:0:0:0:0:0:0', '1::'],
  // RFC 4291, section 2.2: an address of IPv4, which is not the one that is mapped.
  ['0:0:0:0:0:0:13.1.68.3', '::d01:4403'],
  ['::13.1.68.3', '::d01:4403'],
])('%s is %s', (ip, canonical) => {
  expect(run({ ip })).toMatchObject({ canonical })
})

// RFC 4632, section 3.1: addresses in a block of each size.
test.each([
  ['10.1.2.3/32', 1, '255.255.255.255', '10.1.2.3', '10.1.2.3'],
  ['10.1.2.3/30', 4, '255.255.255.252', '10.1.2.0', '10.1.2.3'],
  ['10.1.2.3/24', 256, '255.255.255.0', '10.1.2.0', '10.1.2.255'],
  ['10.1.2.3/20', 4096, '255.255.240.0', '10.1.0.0', '10.1.15.255'],
  ['10.1.2.3/8', 16_777_216, '255.0.0.0', '10.0.0.0', '10.255.255.255'],
  ['10.1.2.3/0', 4_294_967_296, '0.0.0.0', '0.0.0.0', '255.255.255.255'],
])('%s', (cidr, total, mask, first, last) => {
  expect(run({ cidr })).toMatchObject({ total, mask, network: first, first, last })
})

test('masks instead of a prefix length', () => {
  for (const cidr of ['10.1.2.3/255.255.255.0', '10.1.2.3 255.255.255.0', ' 10.1.2.3 / 24 '])
    expect(run({ cidr })).toMatchObject({ cidr: '10.1.2.0/24', broadcast: '10.1.2.255', wildcard: '0.0.0.255' })
  expect(run({ cidr: '10.1.2.3 255.255.255.255' })).toMatchObject({ cidr: '10.1.2.3/32', hosts: 1 })
})

// netmask, README: 10.0.0.0/12.
test('hosts', () => {
  expect(run({ cidr: '10.0.0.0/12' })).toMatchObject({
    firstHost: '10.0.0.1',
    lastHost: '10.15.255.254',
    broadcast: '10.15.255.255',
    total: 1_048_576,
    hosts: 1_048_574,
  })
})

test('IPv6', () => {
  expect(run({ cidr: '2001:db8:1234::/48' })).toMatchObject({
    mask: 'ffff:ffff:ffff::',
    last: '2001:db8:1234:ffff:ffff:ffff:ffff:ffff',
    total: 2 ** 80,
    totalExact: '1208925819614629174706176',
  })
  expect(run({ ip: '::1' })).toMatchObject({ integer: 1, expanded: '0000:0000:0000:0000:0000:0000:0000:0001' })
  expect(run({ ip: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' })).toMatchObject({ integer: String(2n ** 128n - 1n) })
})

// it-tools, IPv4 range expander tests.
test('a range', () => {
  expect(run({ startIp: '10.0.0.1', endIp: '10.0.0.17' })).toMatchObject({
    oldSize: 17,
    newSize: 32,
    newStart: '10.0.0.0',
    newEnd: '10.0.0.31',
    cidr: '10.0.0.0/27',
  })
  expect(run({ startIp: '192.168.7.1', endIp: '192.168.6.255' })).toMatchObject({ refused: [{ field: 'endIp' }] })
})

// Python documentation, ipaddress.summarize_address_range: 192.0.2.0 to 192.0.2.130.
test('the fewest blocks of a range', () => {
  const blocks = (startIp: string, endIp: string) =>
    (run({ startIp, endIp }).blocks as { cidr: string }[]).map(({ cidr }) => cidr)
  expect(blocks('192.0.2.0', '192.0.2.130')).toEqual(['192.0.2.0/25', '192.0.2.128/31', '192.0.2.130/32'])
  expect(blocks('0.0.0.0', '255.255.255.255')).toEqual(['0.0.0.0/0'])
  expect(blocks('::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')).toEqual(['::/0'])
  expect(blocks('0.0.0.1', '255.255.255.254')).toHaveLength(62)
})

test('whether an address is in the network', () => {
  expect(run({ cidr: '10.0.0.0/8', ip: '10.200.0.1' })).toMatchObject({ contains: true })
  expect(run({ cidr: '10.0.0.0/8', ip: '11.0.0.1' })).toMatchObject({ contains: false })
  expect(run({ cidr: '10.0.0.0/8', ip: '::1' })).toMatchObject({ contains: false })
})

// IANA special-purpose address registries, column “Globally Reachable”; RFC 6052, section 3.1, for what NAT64 wraps.
test.each([
  ['192.0.0.8', false],
  ['192.0.0.9', true],
  ['192.0.0.10', true],
  ['192.0.0.11', false],
  ['192.31.196.1', true],
  ['192.175.48.1', true],
  ['198.51.100.1', false],
  ['64:ff9b::8.8.8.8', true],
  ['64:ff9b::10.0.0.1', false],
  ['64:ff9b:1::8.8.8.8', false],
  ['2001:1::1', true],
  ['2001:1::4', false],
  ['2001:3::1', true],
  ['2001:4:112::1', true],
  ['2001:2f::1', true],
  ['2001:30::1', true],
  ['2001:2::1', false],
  ['2001:db8::1', false],
  ['fe80::1', false],
])('%s is public: %s', (ip, isPublic) => {
  expect(run({ ip })).toMatchObject({ isPublic })
})

test.each([
  [{}, 'cidr'],
  [{ cidr: '10.0.0.0/33' }, 'cidr'],
  [{ cidr: '::/129' }, 'cidr'],
  [{ cidr: '10.0.0.0/255.0.255.0' }, 'cidr'],
  [{ cidr: '10.0.0.0/' }, 'cidr'],
  [{ cidr: '10.0.0.0/24/8' }, 'cidr'],
  [{ cidr: '010.0.0.0/8' }, 'cidr'],
  [{ cidr: '10.0.0/8' }, 'cidr'],
  [{ cidr: '10.0.0.0/8', startIp: '10.0.0.1', endIp: '10.0.0.2' }, 'cidr'],
  [{ startIp: '10.0.0.1' }, 'endIp'],
  [{ endIp: '10.0.0.1' }, 'startIp'],
  [{ startIp: '10.0.0.1', endIp: '::1' }, 'endIp'],
  [{ ip: '1:2:3' }, 'ip'],
  [{ ip: 'fe80::1%eth0' }, 'ip'],
  [{ ip: '256.0.0.1' }, 'ip'],
  // RFC 4291, section 2.2(3): dotted only in the last 32 bits.
  [{ ip: '1.2.3.4::' }, 'ip'],
  [{ ip: '1.2.3.4::1' }, 'ip'],
  [{ cidr: '1.2.3.4::/64' }, 'cidr'],
])('%j is refused', (input, field) => {
  expect(run(input)).toMatchObject({ refused: [{ field }] })
})
