import { expect, test } from 'vitest'
import { isIp, isPublicIp, subscriberOf } from './ip-ranges.ts'

// First and last address of every block of the IANA special-purpose registries that is not globally reachable.
test.each([
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private use', '10.0.0.0', '10.255.255.255'],
  ['shared address space', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link local, with the metadata services', '169.254.0.0', '169.254.255.255'],
  ['private use', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation', '192.0.2.0', '192.0.2.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['private use', '192.168.0.0', '192.168.255.255'],
  ['benchmarking', '198.18.0.0', '198.19.255.255'],
  ['documentation', '198.51.100.0', '198.51.100.255'],
  ['documentation', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved and broadcast', '240.0.0.0', '255.255.255.255'],
  ['unspecified and loopback', '::', '::1'],
  ['IPv4-compatible', '::8.8.8.8', '::ffff'],
  ['IPv4-mapped', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
  ['NAT64', '64:ff9b::127.0.0.1', '64:ff9b::8.8.8.8'],
  ['local NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard only', '100::', '100::ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['protocol assignments', '2001:1::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4 of 127.0.0.1', '2002:7f00:1::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
])('%s is closed: %s to %s', (_name, first, last) => {
  expect([isIp(first), isIp(last)]).toEqual([true, true])
  expect([isPublicIp(first), isPublicIp(last)]).toEqual([false, false])
})

// The neighbours of the closed blocks, and well-known resolvers.
test.each([
  '1.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '8.8.8.8',
  '2000::',
  '2001:200::',
  '2001:4860:4860::8888',
  '2003::',
  '2606:4700:4700::1111',
  '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
])('%s is public', (address) => {
  expect(isPublicIp(address)).toBe(true)
})

// Attempt 37 of the trust table: each spelling, as URL parsers hand it on.
test.each([
  ['http://127.0.0.1', '127.0.0.1'],
  ['http://127.1', '127.0.0.1'],
  ['http://0x7f.1', '127.0.0.1'],
  ['http://0177.0.0.1', '127.0.0.1'],
  ['http://2130706433', '127.0.0.1'],
  ['http://0x7f000001', '127.0.0.1'],
  ['http://127.0.0.1.', '127.0.0.1'],
  ['http://１２７.０.０.１', '127.0.0.1'],
  ['http://[::ffff:127.0.0.1]', '::ffff:7f00:1'],
  ['http://169.254.169.254', '169.254.169.254'],
  ['http://0xa9fea9fe', '169.254.169.254'],
  ['http://2852039166', '169.254.169.254'],
  ['http://0251.0376.0251.0376', '169.254.169.254'],
  ['http://[::ffff:169.254.169.254]', '::ffff:a9fe:a9fe'],
  ['http://[fd00:ec2::254]', 'fd00:ec2::254'],
])('%s is the closed address %s', (url, address) => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  expect(host).toBe(address)
  expect(isPublicIp(host)).toBe(false)
})

test.each([
  '',
  'localhost',
  '8.8.8',
  '8.8.8.8.8',
  '8.8.8.256',
  '08.8.8.8',
  '0x8.8.8.8',
  ' 8.8.8.8',
  '2606:4700',
  '2606:4700:::1',
  '2606::4700::1',
  '2606:4700:4700:0:0:0:0:1111:1',
  '2606:4700:4700:0:0:0:0:0::',
  '2606:4700::1%eth0',
  '2606:4700::8.8.8.8:1',
  '2606:4700::12345',
  ':2606:4700:4700:0:0:0:0:1',
  // RFC 4291, section 2.2(3), and RFC 3986, section 3.2.2: dotted only in the last 32 bits.
  '1.2.3.4::',
  '1.2.3.4::1',
  '::1.2.3.4:1',
  '1.2.3.4:1:2:3:4:5:6',
  '2606:4700:8.8.8.8::',
  '8.8.8.8::8.8.8.8',
])('%o is no address', (text) => {
  expect(isIp(text)).toBe(false)
  expect(isPublicIp(text)).toBe(false)
})

// RFC 4291, section 2.2(3)
test.each(['::13.1.68.3', '0:0:0:0:0:0:13.1.68.3', '::ffff:129.144.52.38', '0:0:0:0:0:ffff:129.144.52.38'])(
  '%s is an address',
  (text) => {
    expect(isIp(text)).toBe(true)
  },
)

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['2001:db8:0:7::1', '20010db800000007::/64'],
  ['unknown', 'unknown'],
])('the subscriber of %s is %s', (text, subscriber) => {
  expect(subscriberOf(text)).toBe(subscriber)
})
