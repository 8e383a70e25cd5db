import { expect, test } from 'vitest'
import { botWithThread, channel } from '../../support/running-bot.ts'

test('a customer’s words carry the account’s name; among several organizations, the one that Slack names', async () => {
  const { say, idle, tracker, slack, bot } = await botWithThread()
  const company = async (organizations: string[], named?: string) => {
    slack.fault.next = ({ method }) => {
      const ids = { id: channel, name: 'acme', is_member: true, is_ext_shared: true }
      if (method === 'conversations.info')
        return { body: { ok: true, channel: { ...ids, connected_team_ids: organizations } } }
      return method === 'team.info' && named === undefined
        ? { body: { ok: false, error: 'team_not_found' } }
        : undefined
    }
    bot.deps.slack.forgetChannel(channel)
    await say('Hello', { user: 'U0CASEY' })
    await idle()
    return tracker.attempts.at(-1)?.message_plain
  }
  expect(await company(['T2'])).toBe('Casey Jones (Acme Corp, Slack): Hello')
  expect(await company(['T2', 'T3'])).toBe('Casey Jones (another organization, Slack): Hello')
  expect(await company(['T2', 'T3'], 'Acme Corp')).toBe('Casey Jones (Acme Corp, Slack): Hello')
})
