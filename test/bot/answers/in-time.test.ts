import { expect, test } from 'vitest'
import { validateView } from '../../support/slack-limits.ts'
import { botWithThread, channel, commentEvent, runningBot } from '../support/running-bot.ts'
import { project, taskUuid } from '../support/stand-in-tracker.ts'

test('a look-up that the tracker takes its time for says so, and its answer replaces the word', async () => {
  const { slack, tracker, types } = await runningBot()
  const slow = Promise.withResolvers<void>()
  const { listProjects } = tracker.api
  Object.assign(tracker.api, {
    listProjects: async (query: object) => {
      await slow.promise
      return listProjects(query)
    },
  })
  await types('projects Acme', { response_url: `${slack.apiUrl}respond` })
  await expect.poll(() => slack.made('respond'), { timeout: 10_000 }).toHaveLength(1)
  expect(slack.made('respond')[0]?.['text']).toContain('taking longer than usual')
  slow.resolve()
  await expect.poll(() => slack.made('respond'), { timeout: 10_000 }).toHaveLength(2)
  expect(slack.made('respond')[1]).toMatchObject({ replace_original: true, response_type: 'ephemeral' })
  expect(slack.made('respond')[1]?.['text']).toContain(project.name)
})

test('a dialog that the tracker takes its time for is its own answer: the word about that is taken away', async () => {
  const { slack, tracker, types } = await runningBot()
  const slow = Promise.withResolvers<void>()
  const { listUsers } = tracker.api
  Object.assign(tracker.api, {
    listUsers: async (query: object) => {
      await slow.promise
      return listUsers(query)
    },
  })
  await types('create Globex', { response_url: `${slack.apiUrl}respond` })
  await expect.poll(() => slack.made('respond'), { timeout: 10_000 }).toHaveLength(1)
  validateView(slack.made('views.open')[0]?.['view'] as object)
  expect(slack.made('views.update')).toEqual([])
  slow.resolve()
  await expect.poll(() => slack.made('views.update'), { timeout: 10_000 }).toHaveLength(1)
  await expect.poll(() => slack.made('respond')[1], { timeout: 10_000 }).toEqual({ delete_original: true })
})

test('a request to /slack/events of more than 1 MiB is refused before Bolt reads it', async () => {
  const { signed } = await runningBot()
  expect((await signed(' '.repeat(2 ** 20 + 1), 'application/json')).status).toBe(413)
})

test('a long comment leads to its task in the tracker: to the page that those who read the channel may open', async () => {
  const { slack, tracker, confirmed, send } = await botWithThread()
  slack.shared.add('C0SHARED')
  await confirmed(`subscribe "${project.name}"`, { channel_id: 'C0SHARED' })
  await send(commentEvent(tracker.addComment({ message_plain: 'word '.repeat(3_000) })))
  const said = slack.made('chat.postMessage').filter(({ text }) => String(text).includes('word word'))
  const linkIn = (id: string) => JSON.stringify(said.find((args) => args['channel'] === id)?.['blocks'])
  expect(linkIn(channel)).toContain(`"url":"${project.internal_project_url}#task-${taskUuid}"`)
  expect(linkIn('C0SHARED')).toContain(`"url":"${project.portal_project_url}#task-${taskUuid}"`)
  expect(linkIn('C0SHARED')).not.toContain(project.internal_project_url)
})
