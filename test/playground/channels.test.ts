import { describe, expect } from 'vitest'
import { type Json, of, refused } from './support/stand-in-bot.ts'
import { test } from './support/world.ts'

describe('channels', () => {
  test('shared with another company have flags and a stranger as a member, and the app gets events for both', async ({
    world,
  }) => {
    await world.patch('/channels/acme-onboarding', { as: 'dana', shared: true })
    expect(await world.event('channel_shared')).toMatchObject({
      channel: 'C0ACME',
      connected_team_id: 'T0ACME',
    })
    expect(await world.event('member_joined_channel')).toMatchObject({
      user: 'U0CASEY',
      team: 'T0ACME',
      channel: 'C0ACME',
    })
    const { channel } = await world.slack().conversations.info({ channel: 'C0ACME' })
    expect(channel).toMatchObject({ is_ext_shared: true })
    expect(await world.messages('casey', 'C0ACME')).toHaveLength(1)
    await world.patch('/channels/acme-onboarding', { as: 'dana', shared: false })
    await world.bot.until(of('channel_unshared'))
    await world.bot.until(of('member_left_channel'))
    expect(await world.get('/channels/C0ACME/messages?as=casey')).toMatchObject({ status: 404 })
  })

  test('accept no messages, edits, and reactions while archived', async ({ world }) => {
    const { ts } = await world.say('dana', 'C0ACME', 'before')
    await world.patch('/channels/C0ACME', { as: 'dana', archived: true })
    expect(await world.event('channel_archive')).toMatchObject({ channel: 'C0ACME', user: 'U0DANA' })
    const post = () => world.slack().chat.postMessage({ channel: 'C0ACME', text: 'x' })
    await refused(post(), 'is_archived')
    expect(await world.say('dana', 'C0ACME', 'x')).toMatchObject({ status: 409 })
    const own = { as: 'dana', channel: 'C0ACME', ts }
    expect(await world.patch('/messages', { ...own, text: 'after' })).toMatchObject({ status: 409 })
    expect(await world.post('/reactions', { ...own, name: 'eyes' })).toMatchObject({ status: 409 })
    await world.patch('/channels/C0ACME', { as: 'dana', archived: false })
    await world.bot.until(of('channel_unarchive'))
    expect(await post()).toMatchObject({ ok: true })
  })

  test('keep their id when renamed', async ({ world }) => {
    await world.patch('/channels/C0ACME', { as: 'dana', name: 'acme-live' })
    expect((await world.event('channel_rename'))['channel']).toMatchObject({
      id: 'C0ACME',
      name: 'acme-live',
    })
    expect(await world.messages('dana', 'acme-live')).toEqual([])
    expect(await world.patch('/channels/C0ACME', { as: 'dana', name: 'general' })).toMatchObject({
      status: 409,
    })
    expect(await world.patch('/channels/C0ACME', { as: 'dana', name: 'Not A Name' })).toMatchObject({
      status: 400,
    })
  })

  test('send a removed app one last event, and let it rejoin', async ({ world }) => {
    await world.post('/channels/C0ACME/members', { as: 'dana', remove: 'onboarding' })
    expect(await world.event('channel_left')).toMatchObject({ channel: 'C0ACME' })
    const post = () => world.slack().chat.postMessage({ channel: 'C0ACME', text: 'x' })
    await refused(post(), 'not_in_channel')
    await world.post('/channels/C0ACME/members', { as: 'dana', add: 'onboarding' })
    expect(await world.event('member_joined_channel')).toMatchObject({ user: 'U0ONBOARD', inviter: 'U0DANA' })
    expect(await post()).toMatchObject({ ok: true })
  })

  test('take people and the app by /invite, as the app tells people to type it', async ({ world }) => {
    await world.post('/channels', { as: 'lee', name: 'initech' })
    const type = (text: string) => world.say('lee', 'initech', text)
    expect(await type('/invite @Onboarding')).toMatchObject({ ok: true })
    expect(await world.event('member_joined_channel')).toMatchObject({ user: 'U0ONBOARD', inviter: 'U0LEE' })
    expect(await type('/invite dana')).toMatchObject({ ok: true })
    expect(await type('/invite @dana')).toMatchObject({ ok: false })
    expect(await type('/invite @casey')).toMatchObject({ ok: false })
    expect((await world.messages('lee', 'initech')).map(({ text }) => text)).toEqual([
      '<@U0ONBOARD> has joined the channel',
      '<@U0DANA> has joined the channel',
      '<@U0DANA> is already in this channel.',
      '`/invite` takes the name of somebody who can join this channel, such as `/invite @Onboarding`.',
    ])
  })

  test('are created by people', async ({ world }) => {
    const { channel } = await world.post('/channels', { as: 'lee', name: 'initech' })
    await world.say('lee', 'initech', 'first')
    expect(await world.messages('lee', String((channel as Json)['id']))).toMatchObject([{ text: 'first' }])
    expect(await world.get('/channels/initech/messages?as=dana')).toMatchObject({ status: 404 })
  })
})
