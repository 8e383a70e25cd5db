import { describe, expect, test } from 'vitest'
import { scopes } from '../../../src/bot/slack/scopes.ts'
import { installationRows } from '../support/rows/installation-rows.ts'
import { allowed, installIn, installing } from './browsers.ts'
import { fresh } from './installing.ts'

describe('an install that Slack refuses or the app cannot use', () => {
  test('without a needed scope nothing is stored, and the page says what is missing', async () => {
    const story = await installing(await fresh())
    const granted = Object.keys(scopes).filter((scope) => scope !== 'channels:history')
    story.slack.answers.install = { scope: granted.join(',') }
    const { page } = await installIn(story)
    expect([page.status, page.title]).toEqual([403, 'Onboarding needs more permissions'])
    expect(page.html).toContain('channels:history: replies in public channels')
    expect(await installationRows(story.database)).toHaveLength(1)
  })

  test('optional scopes may be missing', async () => {
    const story = await installing(await fresh())
    const needed = Object.entries(scopes).flatMap(([scope, { optional }]) => (optional ? [] : [scope]))
    story.slack.answers.install = { scope: needed.join(',') }
    expect((await installIn(story)).page.status).toBe(200)
    expect((await installationRows(story.database))[1]).toMatchObject({ scopes: JSON.stringify(needed) })
  })

  test('an app whose tokens rotate is not installed, and its operator is told how to change that', async () => {
    const story = await installing(await fresh())
    story.slack.answers.install = { refresh_token: 'xoxe-1-refresh', expires_in: 43_200 }
    const { page } = await installIn(story)
    expect([page.status, page.title]).toEqual([502, 'Onboarding is not set up correctly'])
    expect(page.html).toContain('its tokens rotate')
    expect(await installationRows(story.database)).toHaveLength(1)
  })

  test.each([
    ['bad_client_secret', 502, 'SLACK_CLIENT_SECRET doesn’t belong to SLACK_CLIENT_ID'],
    ['invalid_client_id', 502, 'Slack doesn’t know SLACK_CLIENT_ID'],
    ['bad_redirect_uri', 502, 'PUBLIC_URL with /slack/oauth_redirect'],
    ['code_already_used', 400, 'It was already finished'],
    ['fatal_error', 502, 'Slack’s reason: fatal_error'],
  ])('Slack answers %s', async (error, status, words) => {
    const story = await installing(await fresh())
    story.slack.answers.error = error
    const { page } = await installIn(story)
    expect([page.status, page.html.includes(words)]).toEqual([status, true])
    expect(story.logged()).toContain(`oauth.v2.access: ${error}`)
  })

  test('Slack gives no answer, or says no before consent', async () => {
    const story = await installing(await fresh())
    story.slack.answers.status = 500
    expect((await installIn(story)).page.html).toContain('Slack’s reason: http_500')
    story.slack.answers.status = undefined
    const { own, back: link } = await allowed(story)
    const back = new URL(link)
    back.searchParams.set('error', 'invalid_scope')
    expect((await own.open(back.href)).html).toContain('Slack’s reason: invalid_scope')
    const { button: once } = await own.open(story.installUrl)
    const hostile = new URL(story.slack.allow(once))
    hostile.searchParams.set('error', '<script>alert(1)</script>')
    expect((await own.open(hostile.href)).html).not.toContain('<script>')
  })
})
