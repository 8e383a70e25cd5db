import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import type { OpenTracker } from '../../../src/bot/installations/installation.ts'
import { createOAuth } from '../../../src/bot/installations/oauth.ts'
import { openConnection } from '../../../src/bot/installations/store/connections.ts'
import {
  findInstallation,
  type Install,
  storeInstall,
} from '../../../src/bot/installations/store/installations.ts'
import { createClient } from '../../../src/client/client.ts'
import { createLog } from '../../../src/log.ts'
import { browser, installIn } from '../installations/browsers.ts'
import { installOf, newVault } from '../installations/installing.ts'
import { slackOAuth } from '../installations/slack-oauth.ts'
import { type Answer, answerIn, by, onHome, type View } from './acts.ts'
import { channel, dana, runningBot, withMore } from './running-bot.ts'
import { actions } from '../../../src/bot/kit/ids.ts'
import { valueOf } from './pressing.ts'
import { commentEvent, eventCallback } from './start-node.ts'
import { trackerOverHttp, type TrackerCall } from './tracker-over-http.ts'
import type { Trouble } from './slack/trouble.ts'

/** As the product opens a tracker, without its pace. */
export const openTracker: OpenTracker = ({ baseUrl, apiKey }) => {
  const api = createClient({ baseUrl, apiKey })
  return { api, watch: api.watch, reach: api.reach, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() }
}

export const otherTeam = 'T2'

type Facts = Parameters<typeof runningBot>[0] & { production?: boolean; install?: Install }

/** The bot of the environment, and a workspace of its own that has installed the app and has no tracker yet. */
export const twoInstallations = async ({
  production = false,
  install = installOf(otherTeam, { token: 'xoxb-T2-first', installedBy: dana }),
  ...changes
}: Facts = {}) => {
  const vault = newVault()
  const logged: string[] = []
  const slack = await slackOAuth()
  slack.answers.install = { team: { id: otherTeam, name: 'Other' }, authed_user: { id: dana } }
  const running = await runningBot({
    log: createLog('debug', { write: (text: string) => void logged.push(text) }),
    ...changes,
    installs: { oauth: createOAuth(slack.app), vault, openTracker, production },
  })
  const { id } = await storeInstall(running.everyone.installations, vault, install, Date.now())
  const fault: { next: (call: TrackerCall) => Trouble | undefined } = { next: () => undefined }
  const tracker = await trackerOverHttp(running.tracker, (call) => fault.next(call))
  onTestFinished(() => tracker.close())

  const there = (user: string) => ({ ...by(user, otherTeam), team: { id: otherTeam } })
  const eventThere = (event: object, team = otherTeam) => {
    running.slack.tells({ ...event })
    return running.signed(eventCallback(event, `Ev${randomUUID()}`, team), 'application/json')
  }
  /** What Slack is answered: errors under inputs, or another view. If that is `waiting`, the one that takes its place. */
  const submit = async (
    callback: string,
    values: Record<string, string | null>,
    user = dana,
    where: object = {},
  ): Promise<Answer & { waiting?: View }> => {
    const inputs = Object.entries(values).map(([block, value]) => [block, { value }])
    const facts = { ...there(user), ...where }
    const submitted = running.submits({ callback_id: callback }, Object.fromEntries(inputs), facts)
    const answer = await answerIn(await submitted)
    const { view: waiting } = answer
    const id = waiting?.external_id
    if (!id) return answer
    const later = () => running.slack.made('views.update').find((args) => args['external_id'] === id)
    await running.until(() => expect(later()).toBeDefined())
    return { ...answer, waiting, view: later()?.['view'] as View }
  }
  const hookSecretThere = async (of = id) => {
    const { sql } = running.everyone.installations
    const { connectionId } = (await findInstallation(sql, of)) ?? {}
    return (await openConnection(sql, vault, { id: connectionId ?? 0 }))?.hookSecret
  }
  return withMore(running, {
    id,
    vault,
    logged,
    trackerUrl: tracker.url,
    trackerFault: fault,
    tables: running.everyone.installations,
    hookSecretThere,
    /** A customer's comment, of which the other workspace's hook hears. */
    commentThere: async (message_plain: string) =>
      running.hook(
        commentEvent(running.tracker.addComment({ message_plain })),
        (await hookSecretThere()) ?? '',
      ),
    depsThere: async () => {
      const deps = await running.bot.workspaces.of(id)
      if (!deps) throw new TypeError('the app is not installed there')
      return deps
    },
    /** Of another process. Otherwise the bot looks after five seconds. */
    readInstalled: () => running.bot.deps.leave('nothing, but what is installed is read again', 0),
    commandThere: (text: string, user = dana) =>
      running.command(text, { team_id: otherTeam, user_id: user, channel_id: 'C0THERE' }),
    eventThere,
    /** Installs the app again in the browser. Returns the last page. */
    installAgain: async () => {
      const installUrl = `${running.bot.url}/slack/install`
      return (await installIn({ slack, browser, installUrl, here: (url) => url })).page
    },
    openHome: (user = dana) =>
      eventThere({ type: 'app_home_opened', user, channel: 'D0DANA', tab: 'home', event_ts: '1.0' }),
    pressOnHome: (action: string, { value = '', user = dana } = {}) =>
      running.presses(action, value, { ...onHome, ...there(user) }),
    submit,
    /** An admin of the other workspace connects the tracker; what Slack is answered. */
    connect: (key = 'the-key', by: object = {}) =>
      submit(
        'connect_dialog',
        { tracker_url: tracker.url, tracker_key: key, tracker_integration: null },
        dana,
        by,
      ),
  })
}
export type TwoInstallations = Awaited<ReturnType<typeof twoInstallations>>

/** The same with the app in both workspaces of a channel, where both have the same projects: all that happens reaches both. */
export const inBothWorkspaces = async (changes: Parameters<typeof runningBot>[0] = {}) => {
  const install = installOf(otherTeam, { token: 'xoxb-T2-first', installedBy: dana, botUserId: 'U0OTHER' })
  const two = await twoInstallations({ ...changes, install })
  const { slack, hooks, command, press, idle } = two
  slack.bots.set(otherTeam, '0OTHER')
  slack.users['U0OTHER'] = {
    id: 'U0OTHER',
    team_id: otherTeam,
    is_bot: true,
    profile: { real_name: 'Onboarding' },
  }
  const answer = JSON.stringify(await two.connect())
  if (!answer.includes('This key can access')) throw new Error(answer)
  hooks.push((await two.hookSecretThere()) ?? '')
  return withMore(two, {
    /** Subscribes a channel that both workspaces have, in the other one. */
    subscribeThere: async (what: string, id = channel) => {
      const where = { ...by(dana, otherTeam), team: { id: otherTeam }, channel: { id } }
      const asked = await command(`subscribe ${what}`, { team_id: otherTeam, channel_id: id })
      const value = valueOf(asked, actions.confirmSubscribe)
      await press(actions.confirmSubscribe, value, where)
      await idle()
    },
  })
}
