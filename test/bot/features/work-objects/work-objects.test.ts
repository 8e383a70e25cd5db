import { expect, test } from 'vitest'
import { validateCard } from '../../../../src/playground/block-kit/work-objects.ts'
import {
  type Entity,
  internal,
  linesOf,
  portalLink,
  portalTask,
  shareChannel,
  task,
  taskLink,
} from '../../support/panes.ts'
import { channel, dana, runningBot, type RunningTestBot as Running } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'

const ts = '1763800000.000100'

const share = async (running: Running, urls: string[]) => {
  await running.slackEvent({
    type: 'link_shared',
    channel,
    user: dana,
    message_ts: ts,
    unfurl_id: `${channel}.${ts}`,
    source: 'conversations_history',
    links: urls.map((url) => ({ domain: 'tracker.example', url })),
  })
}
/** The Work Objects of the `which`-th card; none where it has none. */
const cards = async (running: Running, which = 0): Promise<Entity[]> => {
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
  const [first, second] = await cards(running)
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
  shareChannel(running)
  await running.confirmed(`subscribe "${project.name}"`)
  await share(running, [portalLink, taskLink])
  const entities = await cards(running)
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
    expect(await cards(running, 1)).toEqual([])
    running.slack.fault.next = undefined
    await share(running, [internal])
    expect(await cards(running, 2)).toHaveLength(1)
  },
)
