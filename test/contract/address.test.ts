import { expect, test } from 'vitest'
import { emailSpelling, isEmail, trackerAddressProblem, withoutVersion } from '../../src/contract/address.ts'

test.each([
  ['https://tracker.example', undefined, undefined],
  ['https://tracker.example/prefix', undefined, undefined],
  ['http://tracker.example', 'no-https', 'no-https'],
  ['http://127.0.0.1:4300', undefined, 'private'],
  ['http://localhost:4300', undefined, 'private'],
  ['http://[::1]:4300', undefined, 'private'],
  ['https://10.0.0.7', undefined, 'private'],
  ['http://10.0.0.7', 'no-https', 'private'],
  ['https://169.254.169.254', undefined, 'private'],
  ['https://[::ffff:10.0.0.7]', undefined, 'private'],
  ['https://2130706433', undefined, 'private'],
  ['https://tracker.localhost.', undefined, 'private'],
  ['https://tracker.example/v1', 'version', 'version'],
  ['tracker.example', 'no-address', 'no-address'],
  ['ftp://tracker.example', 'no-address', 'no-address'],
  ['https://me:secret@tracker.example', 'no-address', 'no-address'],
  ['https://tracker.example?key=1', 'no-address', 'no-address'],
])('a tracker at %s: %s outside production, %s in it', (address, outside, inside) => {
  expect(trackerAddressProblem(address, { production: false })).toBe(outside)
  expect(trackerAddressProblem(address, { production: true })).toBe(inside)
})

test.each([
  ['https://10.1.2.3', undefined],
  ['https://[fd00::5]', undefined],
  ['https://192.168.1.1', 'private'],
  ['https://127.0.0.1', 'private'],
  ['http://10.1.2.3', 'no-https'],
] as const)('%s, with two private networks open to trackers: %s', (address, problem) => {
  const trackerNetworks = ['10.0.0.0/8', 'fd00::5']
  expect(trackerAddressProblem(address, { production: true, trackerNetworks })).toBe(problem)
})

test('the right address is what stands before /v1', () => {
  expect(withoutVersion('https://tracker.example/prefix/v1/v1')).toBe('https://tracker.example/prefix')
})

test.each([
  ['r&d@vendor.example', 'r&d@vendor.example'],
  [' Dana.O\u0027Neil+x@Vendor.Example ', 'dana.o\u0027neil+x@vendor.example'],
  ['dana@bücher.example', 'dana@xn--bcher-kva.example'],
  ['dana@例え.テスト', 'dana@xn--r8jz45g.xn--zckzah'],
  ['a@b', 'a@b'],
])('%j is an email address, as browsers send it', (typed, sent) => {
  expect([emailSpelling(typed), isEmail(emailSpelling(typed))]).toEqual([sent, true])
})

test.each([
  '',
  'dana',
  '@vendor.example',
  'dana@',
  'da na@vendor.example',
  'a@b@c',
  'dana@-x.example',
  'dana@a..b',
  'dana@bü cher.example',
  `${'x'.repeat(250)}@a.example`,
])('%j is none', (typed) => {
  expect(isEmail(emailSpelling(typed))).toBe(false)
})
