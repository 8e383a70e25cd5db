import { expect, test } from 'vitest'
import { hostsKnownTo } from '../../src/config/exposure.ts'

const here = { production: false, host: '127.0.0.1', ownUrls: ['https://Onboarding.example.com/bot'] }

test('outside production a request names this machine, or an address that is configured', () => {
  const knows = hostsKnownTo(here)
  for (const host of ['127.0.0.1:3000', 'localhost', 'LOCALHOST:4400', '[::1]:3000', '127.8.0.1'])
    expect(knows?.(host), host).toBe(true)
  expect(knows?.('onboarding.example.com')).toBe(true)
  const alike = [
    '127.0.0.1.evil.example',
    'localhost.evil.example:3000',
    'onboarding.example.com.evil.example',
  ]
  for (const host of [undefined, '', 'evil.example', '10.0.0.7', '127.0.0.1@evil.example', ...alike])
    expect(knows?.(host), host).toBe(false)
})

test('where it is exposed any address will do, and still no other name', () => {
  const knows = hostsKnownTo({ ...here, host: '0.0.0.0' })
  for (const host of ['10.0.0.7:4400', '[fd00::7]:4400']) expect(knows?.(host), host).toBe(true)
  expect(knows?.('evil.example')).toBe(false)
  expect(hostsKnownTo({ ...here, host: 'my-box' })?.('my-box:3000')).toBe(true)
})

test('in production the proxy knows the names', () => {
  expect(hostsKnownTo({ ...here, production: true })).toBeUndefined()
})
