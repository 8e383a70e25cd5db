import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import bolt from '@slack/bolt'
import type { Comment } from '../../src/contract/comment.ts'
import type { Task } from '../../src/contract/task.ts'
import { channelOf, placeIn } from './ids.ts'

/**
 * The baseline: what a good engineer writes in an afternoon. The same calls of Slack and the tracker, on Bolt alone. It
 * stores nothing, so a restart or an error loses what it was doing, and it knows one workspace.
 */
const env = (name: string) => process.env[name] ?? ''
/** Tasks by the timestamp of their thread, and the other way round. */
const tasks = new Map<string, string>()
const threads = new Map<string, string>()

const tracker = async <R>(path: string, body?: object): Promise<R> => {
  const answer = await fetch(`${env('ONBOARDING_BASE_URL')}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return ((await answer.json()) as { data: R }).data
}

const onComment = async (request: IncomingMessage, response: ServerResponse) => {
  const { payload } = (await json(request)) as { payload: { comment: { uuid: string } } }
  response.end()
  const comment = await tracker<Comment>(`/v1/comments/${payload.comment.uuid}`)
  const uuid = comment.associated_object_uuid ?? ''
  const task = await tracker<Task>(`/v1/tasks/${uuid}`)
  const channel = channelOf(...placeIn(comment.parent_object_uuid ?? ''))
  const root = threads.get(uuid)
  const text = `*${comment.created_by_name}* on ${task.name}: ${comment.message_plain}`
  const { ts = '' } = await app.client.chat.postMessage({ channel, text, ...(root && { thread_ts: root }) })
  if (root) return
  threads.set(uuid, ts)
  tasks.set(ts, uuid)
}

const app = new bolt.App({
  token: env('SLACK_BOT_TOKEN'),
  signingSecret: env('SLACK_SIGNING_SECRET'),
  clientOptions: { slackApiUrl: env('SLACK_API_URL') },
  customRoutes: [
    { path: '/readyz', method: 'GET', handler: (_, response) => void response.end() },
    { path: '/webhooks/onboarding/:secret', method: 'POST', handler: (...of) => void onComment(...of) },
  ],
})
app.event('message', async ({ event, client }) => {
  if (event.subtype !== undefined) return
  const task = tasks.get(event.thread_ts ?? '')
  if (task === undefined) return
  await tracker(`/v1/tasks/${task}/comments`, { message_plain: event.text })
  await client.reactions.add({ channel: event.channel, timestamp: event.ts, name: 'white_check_mark' })
})
await app.start(Number(env('PORT')))
