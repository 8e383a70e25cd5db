import { describe, expect, test } from 'vitest'
import { scopes } from '../../../src/bot/slack/scopes.ts'
import { installationRows } from '../support/rows/installation-rows.ts'
import { allowed, installIn, installing } from './browsers.ts'
import { fresh } from './installing.ts'

/** Somebody tries to install the app, and Slack answers so. */
const tried = async (answers: object) => {
  const story = await installing(await fresh())
  Object.assign(story.slack.answers, answers)
  const { page } = await installIn(story)
  return { ...story, page, rows: await installationRows(story.database) }
}

describe('an install that Slack refuses or the app cannot use', () => {
  test('without a needed scope nothing is stored, and the page says what is missing', async () => {
    const granted = Object.keys(scopes).filter((scope) => scope !== 'channels:history')
    const { page, rows } = await tried({ install: { scope: granted.join(',') } })
    expect([page.status, page.title, rows.length]).toEqual([403, 'Onboarding needs more permissions', 1])
    expect(page.html).toContain('channels:history: replies in public channels')
  })

  test('optional scopes may be missing', async () => {
    const needed = Object.entries(scopes).flatMap(([scope, { optional }]) => (optional ? [] : [scope]))
    const { page, rows } = await tried({ install: { scope: needed.join(',') } })
    expect(page.status).toBe(200)
    expect(rows[1]).toMatchObject({ scopes: JSON.stringify(needed) })
  })

  test('an app whose tokens rotate is not installed, and its operator is told how to change that', async () => {
    const { page, rows } = await tried({ install: { refresh_token: 'xoxe-1-refresh', expires_in: 43_200 } })
    expect([page.status, page.title, rows.length]).toEqual([502, 'Onboarding is not set up correctly', 1])
    expect(page.html).toContain('its tokens rotate')
  })

  test.each([
    ['bad_client_secret', 502, 'SLACK_CLIENT_SECRET doesn’t belong to SLACK_CLIENT_ID'],
    ['invalid_client_id', 502, 'Slack doesn’t know SLACK_CLIENT_ID'],
    ['bad_redirect_uri', 502, 'PUBLIC_URL with /slack/oauth_redirect'],
    ['code_already_used', 400, 'It was already finished'],
    ['fatal_error', 502, 'Slack’s reason: fatal_error'],
  ])('Slack answers %s', async (error, status, words) => {
    const { page, logged } = await tried({ error })
    expect([page.status, page.html.includes(words)]).toEqual([status, true])
    expect(logged()).toContain(`oauth.v2.access: ${error}`)
  })

  test('Slack gives no answer, or says no before consent', async () => {
    const story = await tried({ status: 500 })
    expect(story.page.html).toContain('Slack’s reason: http_500')
    story.slack.answers.status = undefined
    const saying = async (error: string) => {
      const { own, back } = await allowed(story)
      const url = new URL(back)
      url.searchParams.set('error', error)
      return (await own.open(url.href)).html
    }
    expect(await saying('invalid_scope')).toContain('Slack’s reason: invalid_scope')
    expect(await saying('<script>alert(1)</script>')).not.toContain('<script>')
  })
})
