import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { validateMessage } from '../../../support/slack-limits.ts'
import { channel, dana, runningBot } from '../../support/running-bot.ts'
import { project, taskUuid } from '../../support/stand-in-tracker.ts'
import { knowProject, tasksAreInternal } from '../../support/rows/known-rows.ts'

const ts = '1763800000.000100'
const internal = project.internal_project_url
const portal = project.portal_project_url
type Running = Awaited<ReturnType<typeof runningBot>>

const share = (running: Running, urls: string[], facts: object = {}) =>
  running.slackEvent({
    type: 'link_shared',
    channel,
    user: dana,
    message_ts: ts,
    unfurl_id: `${channel}.${ts}`,
    source: 'conversations_history',
    links: urls.map((url) => ({ domain: 'tracker.example', url })),
    ...facts,
  })

interface Unfurl {
  blocks: object[]
  fallback: string
}
const unfurled = (running: Running) =>
  running.slack
    .made('chat.unfurl')
    .map((args) => ({ ...args, unfurls: JSON.parse(String(args['unfurls'])) as Record<string, Unfurl> }))
/** The links that got a card, once everything that goes on in the background is through. */
const cards = async (running: Running): Promise<string[]> => {
  await running.bot.lanes.idle()
  await running.restart()
  return unfurled(running).flatMap(({ unfurls }) => Object.keys(unfurls))
}

const shareChannel = (running: Running) => {
  running.slack.shared.add(channel)
  running.bot.deps.slack.forgetChannel(channel)
}

test("a link to a project or a task gets the project's or the task's card", async () => {
  const running = await runningBot()
  const task = `${internal}#task-${taskUuid}`
  await share(running, [internal, task, internal])
  expect(await cards(running)).toEqual([internal, task])
  const [call] = unfurled(running)
  expect(call).toMatchObject({ channel, ts })
  expect(call?.unfurls[internal]?.fallback).toContain(`Project <${internal}|${project.name}>`)
  expect(call?.unfurls[task]?.fallback).toContain('Kick-off call')
  for (const { blocks, fallback: text } of Object.values(call?.unfurls ?? {}))
    validateMessage({ blocks, text })
})

test('what the tracker has no project or task of, and other pages, get no card', async () => {
  const running = await runningBot()
  const unknown = randomUUID()
  await share(running, [
    `https://tracker.example/projects/${unknown}`,
    `${internal}#task-${unknown}`,
    'https://tracker.example/settings',
  ])
  expect(await cards(running)).toEqual([])
})

test('in a shared channel the portal page of a project it receives gets a card, the internal page none', async () => {
  const running = await runningBot()
  shareChannel(running)
  await running.confirmed(`subscribe "${project.name}"`)
  await share(running, [internal, portal])
  expect(await cards(running)).toEqual([portal])
  expect(JSON.stringify(unfurled(running)[0]?.unfurls)).not.toContain(internal)
})

test("in a shared channel a link to another customer's project is not spelled out", async () => {
  const running = await runningBot()
  shareChannel(running)
  await running.confirmed('subscribe account:Globex')
  await share(running, [portal, `${portal}#task-${taskUuid}`])
  expect(await cards(running)).toEqual([])
})

test('a channel that became shared after it was subscribed gets no card', async () => {
  const running = await runningBot()
  await running.confirmed(`subscribe "${project.name}"`)
  shareChannel(running)
  await share(running, [portal])
  expect(await cards(running)).toEqual([])
})

test('an internal task gets no card in a shared channel, nor one of which nobody says that it is not', async () => {
  const running = await runningBot()
  const task = `${portal}#task-${taskUuid}`
  const held = running.tracker.tasks.get(taskUuid)
  if (!held) throw new Error('no task')
  running.tracker.tasks.set(taskUuid, { ...held, is_internal: true })
  await share(running, [task])
  expect(await cards(running)).toEqual([task])
  shareChannel(running)
  await running.confirmed(`subscribe "${project.name}"`)
  await share(running, [task])
  await tasksAreInternal(running.database, undefined)
  const { is_internal: _, ...unsaid } = held
  running.tracker.tasks.set(taskUuid, unsaid as typeof held)
  await share(running, [task])
  expect(await cards(running)).toEqual([task])
  running.tracker.tasks.set(taskUuid, held)
  shareChannel(running)
  await share(running, [task])
  expect(await cards(running)).toEqual([task, task])
})

test('a channel that Slack says nothing of counts as shared', async () => {
  const running = await runningBot()
  running.slack.refuses('conversations.info', 'channel_not_found')
  await share(running, [internal, portal])
  expect(await cards(running)).toEqual([])
})

test('a link in a message that is still written waits until it is sent', async () => {
  const running = await runningBot()
  await share(running, [internal], { source: 'composer', channel: 'COMPOSER', message_ts: 'U0DANA-1' })
  expect(await cards(running)).toEqual([])
})

test('Slack is answered while the tracker is silent, and a card that comes late is left out', async () => {
  let clock = Date.now()
  const running = await runningBot({ now: () => clock })
  const list = running.tracker.api.listProjects
  const silence = Promise.withResolvers<void>()
  Object.assign(running.tracker.api, {
    listProjects: async (query: Parameters<typeof list>[0]) => {
      await silence.promise
      return list(query)
    },
  })
  expect((await share(running, [internal])).status).toBe(200)
  clock += 4_000
  silence.resolve()
  expect(await cards(running)).toEqual([])
})

test('a failing look-up costs its own card alone', async () => {
  const running = await runningBot()
  const task = `${internal}#task-${taskUuid}`
  Object.assign(running.tracker.api, { listProjects: () => Promise.reject(new Error('away')) })
  await knowProject(running.database, {
    uuid: project.uuid,
    name: project.name,
    account_name: 'Acme Corp',
    internal_url: internal,
    portal_url: portal,
  })
  await share(running, [internal, task])
  expect(await cards(running)).toEqual([task])
})
