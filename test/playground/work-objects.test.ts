import { describe, expect, test } from 'vitest'
import { at, type Json, refused } from './support/stand-in-bot.ts'
import { entity, hearing, options, ref, shared, tracker, url } from './support/work-objects.ts'
import { openWorld } from './support/world.ts'

describe('a card', () => {
  test('appears next to the plain card under the message with its link', async () => {
    await using world = await openWorld(options)
    const { unfurl } = await shared(world)
    await unfurl(entity(), { [url]: { title: 'Task' } })
    expect(await world.messages('dana', 'C0ACME')).toMatchObject([
      { attachments: [{ title: 'Task', from_url: url, work_object: { external_ref: ref } }] },
    ])
  })

  test('is refused for what Slack would refuse, with the place', async () => {
    await using world = await openWorld(options)
    const { unfurl } = await shared(world)
    const field = (facts: Json) =>
      entity({}, { custom_fields: [{ key: 'a', label: 'A', ...facts }], display_order: [] })
    const button = { text: 'x', action_id: 'x' }
    const wrong: Json[] = [
      entity({ entity_type: 'slack#/entities/project' }),
      entity({ external_ref: { type: 'task' } }),
      entity({ url: 'no url' }),
      entity({}, { attributes: { title: 'Bare' } }),
      entity({}, { display_order: ['nothing'] }),
      entity({}, { actions: { primary_actions: [button, button, button] } }),
      field({ type: 'string' }),
      field({ type: 'string', value: '' }),
      field({ type: 'string', value: 'x', tag_color: 'pink' }),
      field({ type: 'slack#/types/date', value: '31.12.2026' }),
      field({ type: 'slack#/types/user', user: { user_id: 'U1', text: 'Both' } }),
      field({ type: 'slack#/types/money', value: '3' }),
    ]
    const refusals = await Promise.all(
      wrong.map((card) =>
        unfurl(card).then(
          () => 'taken',
          (error: { data: { error: string; response_metadata: { messages: string[] } } }) =>
            `${error.data.error} ${error.data.response_metadata.messages[0]}`,
        ),
      ),
    )
    expect(refusals).toMatchInlineSnapshot(`
      [
        "invalid_metadata [ERROR] must be a valid enum value [json-pointer:/entity_type]",
        "invalid_metadata [ERROR] missing required field: id [json-pointer:/external_ref]",
        "invalid_metadata [ERROR] must be a valid url [json-pointer:/url]",
        "invalid_metadata [ERROR] must provide an object [json-pointer:/entity_payload/attributes/title]",
        "invalid_metadata [ERROR] no such field: nothing [json-pointer:/entity_payload/display_order]",
        "invalid_metadata [ERROR] no more than 2 items allowed [json-pointer:/entity_payload/actions/primary_actions]",
        "invalid_metadata [ERROR] missing required field: value [json-pointer:/entity_payload/custom_fields/0]",
        "invalid_metadata [ERROR] must be more than 0 characters [json-pointer:/entity_payload/custom_fields/0/value]",
        "invalid_metadata [ERROR] must be a valid enum value [json-pointer:/entity_payload/custom_fields/0/tag_color]",
        "invalid_metadata [ERROR] must be a date [json-pointer:/entity_payload/custom_fields/0/value]",
        "invalid_metadata [ERROR] only one of user_id, text allowed [json-pointer:/entity_payload/custom_fields/0/user]",
        "invalid_metadata [ERROR] unsupported type: slack#/types/money [json-pointer:/entity_payload/custom_fields/0/type]",
      ]
    `)
    const elsewhere = unfurl(entity({ app_unfurl_url: 'https://elsewhere.example/' }))
    await refused(elsewhere, 'cannot_unfurl_url')
  })
})

describe('the pane', () => {
  test('asks the app for details, shows them to one person, and accepts an update', async () => {
    await using world = await openWorld(options)
    const { card } = await shared(world)
    using page = await hearing(world, 'dana')
    await world.post('/work-objects/details', card)
    const event = await world.event('entity_details_requested')
    expect(event).toMatchObject({
      user: 'U0DANA',
      external_ref: ref,
      entity_url: url,
      app_unfurl_url: url,
      link: { url, domain: '127.0.0.1:4300' },
      channel: 'C0ACME',
      message_ts: card.ts,
    })
    const present = (metadata: Json) =>
      world.slack().apiCall('entity.presentDetails', { trigger_id: event['trigger_id'], metadata })
    await present(entity())
    expect(await page.heard('pane')).toMatchObject({ for: 'U0DANA', trigger: event['trigger_id'] })
    await present(
      entity({}, { attributes: { title: { text: 'Kick-off, renamed' }, metadata_last_modified: 200 } }),
    )
    const [message] = await world.messages('dana', 'C0ACME')
    expect(at(message, 'attachments.0.work_object.entity_payload.attributes.title.text')).toBe(
      'Kick-off, renamed',
    )
    await refused(
      present(entity({ external_ref: { id: '8', type: 'task' } })),
      'entity_metadata_does_not_match_trigger',
    )
    await refused(present(entity({}, { attributes: {} })), 'invalid_metadata')
  })

  test('accepts an answer only to its own trigger, in time', async () => {
    let clock = Date.now()
    await using world = await openWorld({ ...options, now: () => clock })
    const { card } = await shared(world)
    await world.post('/work-objects/details', card)
    const { trigger_id: trigger } = await world.event('entity_details_requested')
    const answer = (trigger_id: unknown, status = 'not_found') =>
      world.slack().apiCall('entity.presentDetails', { trigger_id, error: { status } })
    await refused(answer('other'), 'invalid_trigger_id')
    await refused(answer(trigger, 'gone'), 'invalid_arguments')
    expect(await answer(trigger)).toMatchObject({ ok: true })
    clock += 31_000
    await refused(answer(trigger), 'expired_trigger_id')
  })

  test('says whether a button was clicked on the card or in the pane, and opens only what a person can see', async () => {
    await using world = await openWorld(options)
    const { card } = await shared(world)
    for (const from of ['card', 'pane'])
      expect(
        await world.post('/work-objects/press', { ...card, from, action_id: 'comment', value: '7' }),
      ).toMatchObject({ ok: true })
    const containers = world.bot.received.flatMap(({ body }) =>
      at(body, 'type') === 'block_actions' ? [body['container']] : [],
    )
    expect(containers).toMatchObject([
      { type: 'message_attachment', external_ref: ref, channel_id: 'C0ACME', message_ts: card.ts },
      { type: 'entity_detail', external_ref: ref },
    ])
    expect(await world.post('/work-objects/details', { ...card, as: 'casey' })).toMatchObject({ status: 404 })
    expect(await world.post('/work-objects/details', { ...card, url: `${tracker}/other` })).toMatchObject({
      status: 404,
    })
  })
})
