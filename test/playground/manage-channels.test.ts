import { describe, expect } from 'vitest'
import { install } from './support/installing.ts'
import { of, refused } from './support/stand-in-bot.ts'
import { test } from './support/world.ts'

describe('channels that an app makes', () => {
  test('have its topic and people, and exist for nobody else while they are private', async ({ world }) => {
    const { conversations, users } = world.slack()
    const { channel } = await conversations.create({ name: 'onb-acme', is_private: true })
    const id = channel?.id ?? ''
    expect(channel).toMatchObject({ creator: 'U0ONBOARD', is_private: true, is_member: true })
    await conversations.setTopic({ channel: id, topic: 'Acme Corp' })
    await conversations.invite({ channel: id, users: 'U0DANA' })
    expect((await world.bot.until(of('member_joined_channel'))).body).toMatchObject({
      event: { user: 'U0DANA', channel: id },
    })
    expect(await conversations.info({ channel: id })).toMatchObject({
      channel: { topic: { value: 'Acme Corp' } },
    })
    expect(await world.messages('dana', 'onb-acme')).toHaveLength(1)
    expect(await world.get(`/channels/${id}/messages?as=lee`)).toMatchObject({ status: 404 })
    const own = await users.conversations({ types: 'public_channel,private_channel' })
    expect(own.channels).toContainEqual(expect.objectContaining({ id, creator: 'U0ONBOARD' }))
    const listed = await conversations.list({ types: 'public_channel' })
    expect(listed.channels?.map((one) => one.id)).not.toContain(id)
  })

  test('are refused with Slack’s errors', async ({ world }) => {
    const { conversations } = world.slack()
    const create = (name: string) => conversations.create({ name })
    await refused(create(''), 'invalid_name_required')
    await refused(create('Onb Acme'), 'invalid_name_specials')
    await refused(create('--'), 'invalid_name_punctuation')
    await refused(create('a'.repeat(81)), 'invalid_name_maxlength')
    await refused(create('general'), 'name_taken')
    const { channel: { id = '' } = {} } = await create('onb-acme')
    const add = (users: string) => conversations.invite({ channel: id, users })
    await refused(add('U0ONBOARD'), 'cant_invite_self')
    await refused(add('U0NOBODY'), 'user_not_found')
    await refused(add('U0CASEY'), 'cant_invite')
    await add('U0LEE')
    await refused(add('U0LEE'), 'already_in_channel')
    const topic = conversations.setTopic({ channel: id, topic: 'x'.repeat(251) })
    await refused(topic, 'too_long')
    await refused(conversations.setTopic({ channel: 'C0RANDOM', topic: 'x' }), 'not_in_channel')
    await refused(conversations.archive({ channel: 'C0GENERAL' }), 'cant_archive_general')
    await conversations.archive({ channel: id })
    await world.bot.until(of('channel_archive'))
    await refused(conversations.archive({ channel: id }), 'already_archived')
    await refused(create('onb-acme'), 'name_taken')
  })

  test('wait for those who were invited by email, until the channel is shared with their company', async ({
    world,
  }) => {
    const { conversations } = world.slack()
    const { channel: { id = '' } = {} } = await conversations.create({ name: 'onb-acme' })
    await conversations.invite({ channel: id, users: 'U0DANA' })
    const invite = (...emails: [string, ...string[]]) => conversations.inviteShared({ channel: id, emails })
    await refused(invite('casey'), 'invalid_email')
    await refused(invite('a@acme.example', 'b@acme.example'), 'too_many_emails')
    await refused(invite('dana@vendor.example'), 'already_in_channel')
    expect(await invite('casey@acme.example')).toMatchObject({ ok: true })
    await refused(invite('casey@acme.example'), 'connection_limit_exceeded_pending')
    const pending = async () => (await conversations.info({ channel: id })).channel
    expect(await pending()).toMatchObject({ is_pending_ext_shared: true, is_ext_shared: false })
    await world.patch(`/channels/${id}`, { as: 'dana', shared: true })
    await world.bot.until(of('channel_shared'))
    expect(await pending()).toMatchObject({ is_pending_ext_shared: false, is_ext_shared: true })
  })

  test('take the scope of their kind', async ({ world }) => {
    const scope = 'users:read,groups:write'
    const { access_token: token } = await install(world, { 'scope groups:write': 'on' }, { scope })
    const { conversations } = world.slack(String(token))
    await expect(conversations.create({ name: 'onb-acme' })).rejects.toMatchObject({
      data: { error: 'missing_scope', needed: 'channels:manage' },
    })
    const { channel: { id = '' } = {} } = await conversations.create({ name: 'onb-acme', is_private: true })
    await conversations.setTopic({ channel: id, topic: 'Acme' })
    const emails: [string] = ['casey@acme.example']
    await expect(conversations.inviteShared({ channel: id, emails })).rejects.toMatchObject({
      data: { error: 'missing_scope', needed: 'conversations.connect:write' },
    })
  })
})
