import { expect, onTestFinished, test } from 'vitest'
import { slackClients, slackClock } from '../../../src/bot/slack/client.ts'
import { createSlack } from '../../../src/bot/slack/web-slack.ts'
import { slackDoor } from '../support/slack/slack-door.ts'
import { quiet } from '../support/start-node.ts'

/** Two workspaces, and Slack as an installation with this token sees it. */
const workspaces = async () => {
  const door = await slackDoor((token) =>
    /^xoxb-T[12]$/.test(token)
      ? async () => ({ ok: true, team: token.slice(5), user: 'onboarding' })
      : undefined,
  )
  onTestFinished(() => door.close())
  const clock = slackClock()
  const app = { mode: 'http', signingSecret: 's', apiUrl: door.apiUrl } as const
  const clientWith = slackClients(app, quiet, clock, (_, call) => call())
  return (token: string) =>
    createSlack(
      clientWith(async () => token),
      clock,
    )
}

test('installations share what calls Slack, and each calls with its own token', async () => {
  const slackOf = await workspaces()
  const [one, other] = [slackOf('xoxb-T1'), slackOf('xoxb-T2')]
  expect(await Promise.all([one.identity(), other.identity()])).toMatchObject([
    { teamName: 'T1' },
    { teamName: 'T2' },
  ])
})

test('the doctor asks Slack with the installation’s own token, too', async () => {
  const slackOf = await workspaces()
  expect(await slackOf('xoxb-T2').diagnose()).toMatchObject({ teamName: 'T2', botName: 'onboarding' })
  await expect(slackOf('xoxb-gone').diagnose()).rejects.toThrow('invalid_auth')
})
