import { describe, expect, test } from 'vitest'
import { at, type Json } from './support/stand-in-bot.ts'
import { both, count, names, refusal, saying } from './support/two-workspaces.ts'
import { openWorld } from './support/world.ts'

describe('what a person does', () => {
  const button: Json = { type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } }
  const blocks = [{ type: 'actions', block_id: 'b', elements: [button] }] as never

  test('in their own workspace names it: commands, Home, and dialogs', async () => {
    await using world = await openWorld()
    const theirs = await both(world)
    await world.post('/commands', { as: 'omar', channel: 'globex-partners', text: '/onboard help' })
    const command = await world.bot.until(({ kind }) => kind === 'command')
    expect(command.body).toMatchObject({ team_id: 'T0PARTNERS', user_id: 'U0OMAR', channel_id: 'C0PARTNERS' })
    const view = { type: 'modal', title: { type: 'plain_text', text: 'T' }, blocks: [] } as never
    const trigger_id = String(command.body['trigger_id'])
    const wrong = world.slack().views.open({ trigger_id, view })
    await expect(wrong).rejects.toMatchObject(refusal('invalid_trigger_id'))
    expect((await theirs.views.open({ trigger_id, view })).view).toMatchObject({
      app_installed_team_id: 'T0PARTNERS',
      bot_id: 'B0ONBOARDGP',
    })
    await world.post('/home', { as: 'omar' })
    const opened = await world.bot.until((one) => at(one.body, 'event.type') === 'app_home_opened')
    expect(opened.body).toMatchObject({ team_id: 'T0PARTNERS', event: { channel: 'D0OMAR' } })
    const foreign = world.slack().views.publish({ user_id: 'U0OMAR', view: { type: 'home', blocks: [] } })
    await expect(foreign).rejects.toMatchObject(refusal('not_enabled'))
  })

  test('with a message of the other workspace’s bot names that one, and the person’s own', async () => {
    await using world = await openWorld()
    await both(world)
    const { ts } = await world.slack().chat.postMessage({ channel: 'C0PARTNERS', text: 'x', blocks })
    await world.post('/actions', { as: 'nadia', channel: 'C0PARTNERS', ts, action_id: 'go' })
    const pressed = await world.bot.until(({ kind }) => kind === 'interaction')
    expect(pressed.body).toMatchObject({
      team: { id: 'T0PLAYGRND' },
      user: { id: 'U0NADIA', team_id: 'T0PARTNERS' },
    })
    const answer = await fetch(String(pressed.body['response_url']), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ replace_original: false, response_type: 'in_channel', text: 'answered' }),
    })
    expect(answer.ok).toBe(true)
    expect((await world.messages('dana', 'C0PARTNERS')).at(-1)).toMatchObject({ user: 'U0ONBOARD' })
  })

  test('finds no app where it is not installed', async () => {
    await using world = await openWorld()
    const inChannel = { as: 'nadia', channel: 'wingtip-onboarding' }
    expect(await world.post('/commands', { ...inChannel, text: '/onboard help' })).toMatchObject({
      error: 'invalid_command',
    })
    expect(await world.post('/home', { as: 'nadia' })).toMatchObject({ status: 404 })
    expect(await world.post('/channels/C0WINGTIP/members', { as: 'nadia', add: 'onboarding' })).toMatchObject(
      {
        status: 404,
      },
    )
    await world.post('/messages', { ...inChannel, text: 'unheard' })
    await world.post('/messages', { as: 'dana', channel: 'C0ACME', text: 'the last' })
    await world.bot.until(saying('the last'))
    expect(count(world, 'unheard')).toBe(0)
  })

  test('ends the sharing: the other people and their bot leave', async () => {
    await using world = await openWorld()
    const theirs = await both(world)
    await world.patch('/channels/C0PARTNERS', { as: 'dana', shared: false, with: 'T0PARTNERS' })
    const left = await world.bot.until((one) => at(one.body, 'event.type') === 'channel_left')
    expect(left.body).toMatchObject({ team_id: 'T0PARTNERS' })
    expect(names((await world.get('/workspace?as=nadia'))['channels'])).not.toContain('globex-partners')
    await expect(theirs.conversations.info({ channel: 'C0PARTNERS' })).rejects.toMatchObject(
      refusal('channel_not_found'),
    )
    await world.patch('/channels/C0PARTNERS', { as: 'dana', shared: true, with: 'T0PARTNERS' })
    expect(names((await world.get('/workspace?as=nadia'))['channels'])).toContain('globex-partners')
  })
})
