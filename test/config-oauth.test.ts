import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { problemsOf } from './support/config-problems.ts'

const [newest, older] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
const oauth = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://onboarding.example.com',
  SLACK_CLIENT_ID: '1.2',
  SLACK_CLIENT_SECRET: 'client-secret',
  SLACK_SIGNING_SECRET: 'signing-secret',
  ONBOARDING_BASE_URL: 'https://tracker.example.com/',
  ONBOARDING_API_KEY: 'tracker-key',
  ONBOARDING_WEBHOOK_SECRET: 'a-secret-of-the-hook',
  DATABASE_URL: 'postgres://bot:database-password@db/bot',
}

describe('installing by OAuth', () => {
  test('takes the place of the bot token, over HTTP and in Socket Mode', () => {
    const config = readConfig({ ...oauth, ENCRYPTION_KEYS: `${newest}, ${older}` })
    expect(config.slack).toMatchObject({ mode: 'http', botToken: undefined })
    expect(config.oauth).toEqual({
      clientId: '1.2',
      clientSecret: 'client-secret',
      authorizeUrl: 'https://slack.com/oauth/v2/authorize',
    })
    expect(config.encryptionKeys).toEqual([newest, older])
    const socket = readConfig({ ...oauth, ENCRYPTION_KEYS: newest, SLACK_APP_TOKEN: 'xapp-1' })
    expect(socket.slack).toMatchObject({ mode: 'socket', botToken: undefined })
  })

  test('goes along with a bot token, and its consent page is beside the API', () => {
    const both = readConfig({
      ...oauth,
      SLACK_BOT_TOKEN: 'xoxb-1-secret',
      ENCRYPTION_KEYS: newest,
      SLACK_API_URL: 'https://slack-gov.com/api',
    })
    expect(both.slack).toMatchObject({ botToken: 'xoxb-1-secret' })
    expect(both.oauth?.authorizeUrl).toBe('https://slack-gov.com/oauth/v2/authorize')
  })

  test('needs both parts of its credentials, a key for tokens at rest, and an address for browsers', () => {
    expect(problemsOf(oauth)).toEqual(['ENCRYPTION_KEYS'])
    expect(problemsOf({ SLACK_CLIENT_ID: '1.2' })).toEqual([
      'SLACK_SIGNING_SECRET',
      'SLACK_CLIENT_SECRET',
      'ENCRYPTION_KEYS',
    ])
    expect(problemsOf({ SLACK_CLIENT_SECRET: 'x' })).toEqual(['SLACK_CLIENT_ID'])
    const hidden = { ...oauth, ENCRYPTION_KEYS: newest, ONBOARDING_SUBSCRIBE: 'off', PUBLIC_URL: '' }
    expect(problemsOf(hidden)).toEqual(['PUBLIC_URL'])
    expect(problemsOf({ ...oauth, ENCRYPTION_KEYS: newest, SLACK_SIGNING_SECRET: '' })).toEqual([
      'SLACK_SIGNING_SECRET',
    ])
  })
})
