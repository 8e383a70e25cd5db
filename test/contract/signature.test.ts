import { expect, test } from 'vitest'
import { freshSecret, isSecret, isSignedBy, signedWith } from '../../src/contract/signature.ts'

/** The example of the Standard Webhooks specification. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330, body: '{"test": 2432232314}' }
const headers = signedWith([secret], signed)
const body = Buffer.from(signed.body)
const now = signed.at * 1_000

test('a signature is that of the specification', () => {
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  expect(isSignedBy([secret], headers, body, now)).toBe(true)
})

test('while a secret is replaced, either one proves a delivery', () => {
  const next = freshSecret()
  const both = signedWith([next, secret], signed)
  for (const one of [next, secret]) expect(isSignedBy([one], both, body, now)).toBe(true)
  expect(isSignedBy([freshSecret(), secret], headers, body, now)).toBe(true)
})

test.each([
  ['another secret', [freshSecret()], headers, signed.body, now],
  ['no secret', [], headers, signed.body, now],
  ['another body', [secret], headers, `${signed.body} `, now],
  ['another id', [secret], { ...headers, 'webhook-id': 'msg_x' }, signed.body, now],
  ['another time', [secret], { ...headers, 'webhook-timestamp': String(signed.at + 1) }, signed.body, now],
  ['no time', [secret], { ...headers, 'webhook-timestamp': undefined }, signed.body, now],
  ['no id', [secret], { ...headers, 'webhook-id': undefined }, signed.body, now],
  ['no signature', [secret], { ...headers, 'webhook-signature': undefined }, signed.body, now],
  ['an empty signature', [secret], { ...headers, 'webhook-signature': 'v1,' }, signed.body, now],
  ['over five minutes ago', [secret], headers, signed.body, now + 301_000],
  ['over five minutes ahead', [secret], headers, signed.body, now - 301_000],
])('%s proves nothing', (_what, secrets, given, text, at) => {
  expect(isSignedBy(secrets, given, Buffer.from(text), at)).toBe(false)
})

test('a secret has at least 24 random bytes behind its prefix', () => {
  const made = freshSecret()
  expect(isSecret(made)).toBe(true)
  expect(Buffer.from(made.slice('whsec_'.length), 'base64').length).toBeGreaterThanOrEqual(24)
  expect(freshSecret()).not.toBe(made)
})
