import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { validateCard } from '../../../../src/playground/block-kit/work-objects.ts'
import { validateMessage } from '../../../support/slack-limits.ts'
import { channel, dana, runningBot } from '../../support/running-bot.ts'
import {
  type Entity,
  internal,
  linesOf,
  portalLink,
  portalTask,
  task,
  taskLink,
} from '../../support/panes.ts'
import { project } from '../../support/stand-in-tracker.ts'
import { knowProject, tasksAreInternal } from '../../support/rows/known-rows.ts'

const ts = '1763800000.000100'
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

test("a link to a project or a task gets the project's or the task's card", async () => {
  const running = await runningBot()
  await share(running, [internal, taskLink, internal])
  expect(await cards(running)).toEqual([internal, taskLink])
  const [call] = unfurled(running)
  expect(call).toMatchObject({ channel, ts })
  expect(call?.unfurls[internal]?.fallback).toContain(`Project <${internal}|${project.name}>`)
  expect(call?.unfurls[taskLink]?.fallback).toContain('Kick-off call')
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
  running.shares()
  await running.confirmed(`subscribe "${project.name}"`)
  await share(running, [internal, portal])
  expect(await cards(running)).toEqual([portal])
  expect(JSON.stringify(unfurled(running)[0]?.unfurls)).not.toContain(internal)
})

test("in a shared channel a link to another customer's project is not spelled out", async () => {
  const running = await runningBot()
  running.shares()
  await running.confirmed('subscribe account:Globex')
  await share(running, [portal, portalLink])
  expect(await cards(running)).toEqual([])
})

test('a channel that became shared after it was subscribed gets no card', async () => {
  const running = await runningBot()
  await running.confirmed(`subscribe "${project.name}"`)
  running.shares()
  await share(running, [portal])
  expect(await cards(running)).toEqual([])
})

test('an internal task gets no card in a shared channel, nor one of which nobody says that it is not', async () => {
  const running = await runningBot()
  running.changeTask({ is_internal: true })
  await share(running, [portalLink])
  expect(await cards(running)).toEqual([portalLink])
  running.shares()
  await running.confirmed(`subscribe "${project.name}"`)
  await share(running, [portalLink])
  await tasksAreInternal(running.database, undefined)
  running.changeTask({ is_internal: undefined })
  await share(running, [portalLink])
  expect(await cards(running)).toEqual([portalLink])
  running.changeTask({ is_internal: false })
  running.shares()
  await share(running, [portalLink])
  expect(await cards(running)).toEqual([portalLink, portalLink])
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
  const answers = running.holdsBack('listProjects')
  expect((await share(running, [internal])).status).toBe(200)
  clock += 4_000
  answers()
  expect(await cards(running)).toEqual([])
})

test('a failing look-up costs its own card alone', async () => {
  const running = await runningBot()
  Object.assign(running.tracker.api, { listProjects: () => Promise.reject(new Error('away')) })
  await knowProject(running.database, {
    uuid: project.uuid,
    name: project.name,
    account_name: 'Acme Corp',
    internal_url: internal,
    portal_url: portal,
  })
  await share(running, [internal, taskLink])
  expect(await cards(running)).toEqual([taskLink])
})

/** The Work Objects of the `which`-th card; none where it has none. */
const workObjects = async (running: Running, which = 0): Promise<Entity[]> => {
  const call = await running.until(() => {
    const made = running.slack.made('chat.unfurl')[which]
    if (!made) throw new Error('nothing was unfurled')
    return made
  })
  const metadata = call['metadata'] as { entities: Entity[] } | undefined
  return metadata?.entities ?? []
}

test('a link to a project or a task is a Work Object too, beside the card that every client shows', async () => {
  const running = await runningBot()
  await share(running, [internal, taskLink])
  const [first, second] = await workObjects(running)
  expect([first, second].flatMap((entity) => validateCard(entity))).toEqual([])
  expect(first && linesOf(first)).toMatchInlineSnapshot(`
    [
      "Acme Corp – Standard Onboarding",
      "Account: Acme Corp",
      "Owner: Dana Smith",
      "Status: Active",
      "Progress: ▰▰▰▰▱▱▱▱▱▱ 40% done",
      "Started: 2026-11-01",
      "Due: 2026-12-31",
      "[Open] https://tracker.example/projects/11111111-1111-4111-8111-111111111111",
    ]
  `)
  expect(second && linesOf(second)).toMatchInlineSnapshot(`
    [
      "Kick-off call",
      "Project: Acme Corp – Standard Onboarding",
      "Module: Kickoff",
      "status: In progress",
      "assignee: Casey Jones",
      "[Comment]",
      "[Open] https://tracker.example/projects/11111111-1111-4111-8111-111111111111#task-22222222-2222-4222-8222-222222222222",
    ]
  `)
  expect(second).toMatchObject({
    app_unfurl_url: taskLink,
    url: taskLink,
    external_ref: task,
    entity_type: 'slack#/entities/task',
  })
  const [call] = running.slack.made('chat.unfurl')
  expect(Object.keys(JSON.parse(String(call?.['unfurls'])) as object)).toEqual([internal, taskLink])
})

test('in a shared channel a card leads to the portal alone, under a reference of its own', async () => {
  const running = await runningBot()
  running.shares()
  await running.confirmed(`subscribe "${project.name}"`)
  await share(running, [portalLink, taskLink])
  const entities = await workObjects(running)
  expect(entities.map(({ external_ref: ref }) => ref)).toEqual([portalTask])
  expect(JSON.stringify(entities)).not.toContain(internal)
})

test.each(['feature_not_enabled', 'invalid_metadata'])(
  'a Slack that refuses Work Objects (%s) gets plain cards',
  async (error) => {
    const running = await runningBot()
    running.slack.fault.next = ({ method, args }) =>
      method === 'chat.unfurl' && args['metadata'] ? { body: { ok: false, error } } : undefined
    await share(running, [internal])
    expect(await workObjects(running, 1)).toEqual([])
    running.slack.fault.next = undefined
    await share(running, [internal])
    expect(await workObjects(running, 2)).toHaveLength(1)
  },
)
