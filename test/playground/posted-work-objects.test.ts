import { describe, expect, test } from 'vitest'
import { at, type Json } from './support/stand-in-bot.ts'
import { asked, entity, options, ref, url } from './support/work-objects.ts'
import { openWorld, type World } from './support/world.ts'

describe('a Work Object that the app posts with a message', () => {
  const event = { event_type: 'posted', event_payload: { delivery_id: 'd1' } }
  const post = async (world: World, metadata: Json) => {
    const said = { channel: 'C0ACME', text: 'Task Kick-off call', metadata }
    return String(at(await world.slack().apiCall('chat.postMessage', said), 'ts'))
  }

  test('stands under it, with an event next to it, and opens the pane without a link', async () => {
    await using world = await openWorld(options)
    const ts = await post(world, { ...event, entities: [entity()] })
    await world.post('/work-objects/details', { as: 'dana', channel: 'C0ACME', ts, url })
    const opened = await asked(world, 'entity_details_requested')
    expect(opened).toMatchObject({ external_ref: ref, entity_url: url, channel: 'C0ACME', message_ts: ts })
    expect(opened).not.toHaveProperty('app_unfurl_url')
    const attributes = { title: { text: 'Renamed' }, metadata_last_modified: 200 }
    const metadata = entity({}, { attributes })
    await world.slack().apiCall('entity.presentDetails', { trigger_id: opened['trigger_id'], metadata })
    const [message] = await world.messages('dana', 'C0ACME')
    expect(at(message, 'attachments.0.work_object.entity_payload.attributes.title.text')).toBe('Renamed')
  })

  test('stays when the message changes, as the event does', async () => {
    await using world = await openWorld(options)
    const ts = await post(world, { ...event, entities: [entity()] })
    await world.slack().apiCall('chat.update', { channel: 'C0ACME', ts, text: 'Task Kick-off call, done' })
    expect(await world.messages('dana', 'C0ACME')).toMatchObject([
      { text: 'Task Kick-off call, done', attachments: [{ work_object: { external_ref: ref } }] },
    ])
    const history = { channel: 'C0ACME', include_all_metadata: true }
    expect(await world.slack().apiCall('conversations.history', history)).toMatchObject({
      messages: [{ metadata: event }],
    })
  })

  test('is refused for what Slack would refuse, and with any other method', async () => {
    await using world = await openWorld(options)
    const refusal = (method: string, metadata: Json, more: Json = {}) =>
      world
        .slack()
        .apiCall(method, { channel: 'C0ACME', text: 'Task', metadata, ...more })
        .then(
          () => 'taken',
          (error: { data: { error: string } }) => error.data.error,
        )
    expect(await refusal('chat.postMessage', { entities: [entity()] })).toBe('taken')
    expect(await refusal('chat.postMessage', { entities: [entity({ url: 'no url' })] })).toBe(
      'invalid_metadata_schema',
    )
    expect(await refusal('chat.postMessage', { event_type: 'x', entities: [entity()] })).toBe(
      'invalid_metadata_format',
    )
    const both = { ...event, entities: [entity()] }
    const ts = await post(world, event)
    expect(await refusal('chat.update', both, { ts })).toBe('invalid_metadata_format')
    expect(await refusal('chat.postEphemeral', both, { user: 'U0DANA' })).toBe('invalid_metadata_format')
  })
})
