import type { Json } from './stand-in-bot.ts'
import type { World } from './world.ts'

export const tracker = 'http://127.0.0.1:4300'
export const url = `${tracker}/projects/1#task-7`
export const ref = { id: '7', type: 'task' }
export const options = { trackerUrl: tracker }

export const entity = (facts: Json = {}, payload: Json = {}): Json => ({
  url,
  external_ref: ref,
  entity_type: 'slack#/entities/task',
  entity_payload: {
    attributes: { title: { text: 'Kick-off call' }, metadata_last_modified: 100 },
    fields: {
      status: { value: 'In progress', tag_color: 'blue' },
      assignee: { type: 'slack#/types/user', user: { user_id: 'U0DANA' } },
      due_date: { type: 'slack#/types/date', value: '2026-12-31' },
    },
    custom_fields: [{ key: 'module', label: 'Module', type: 'string', value: 'Kick-off' }],
    display_order: ['status', 'module'],
    actions: { primary_actions: [{ text: 'Comment', action_id: 'comment', value: '7' }] },
    ...payload,
  },
  ...facts,
})
/** A message by Dana with a link that the app turned into a card. */
export const shared = async (world: World) => {
  const { ts } = await world.say('dana', 'C0ACME', `see ${url}`)
  const unfurl = (card: Json, unfurls: Json = {}) =>
    world.slack().apiCall('chat.unfurl', {
      channel: 'C0ACME',
      ts,
      unfurls,
      metadata: { entities: [{ app_unfurl_url: url, ...card }] },
    })
  await unfurl(entity())
  return { unfurl, card: { as: 'dana', channel: 'C0ACME', ts: String(ts), url } }
}

/** The first change of this kind on the page's stream. */
export const hearing = async (world: World, as: string) => {
  const stop = new AbortController()
  const stream = await fetch(`${world.url}playground/api/stream?as=${as}`, { signal: stop.signal })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    heard: async (kind: string): Promise<Json> => {
      for (;;) {
        const changes = [...text.matchAll(/^data: (.+)\n\n/gm)].map(
          ([, data]) => JSON.parse(String(data)) as Json,
        )
        const found = changes.find((change) => change['kind'] === kind)
        if (found) return found
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
        if (done) throw new Error('the stream ended')
        text += value
      }
    },
    [Symbol.dispose]: () => stop.abort(),
  }
}
