import { describe, expect } from 'vitest'
import { at, isCommand, isType, type Json, refused } from './support/stand-in-bot.ts'
import { input, plain, typed } from './support/blocks.ts'
import { openWorld, type World, test } from './support/world.ts'

const modal = (callback_id: string, more: Json = {}) => ({
  type: 'modal' as const,
  callback_id,
  title: plain('Comment'),
  submit: plain('Send'),
  blocks: [{ ...input(typed({ action_id: 'words' })), block_id: 'words' }],
  ...more,
})

/** Opens a dialog in answer to a command, as an app does, and answers its view. */
const openDialog = async (world: World, view: Json) => {
  world.bot.answer(async (one) => {
    if (isCommand(one))
      await world.slack().views.open({ trigger_id: String(one.body['trigger_id']), view: view as never })
    return {}
  })
  await world.post('/commands', { as: 'dana', channel: 'C0ACME', text: '/onboard create' })
  const { views } = await world.get('/views?as=dana')
  return (views as Json[])[0] ?? {}
}

describe('dialogs', () => {
  test('open once per trigger, within three seconds', async () => {
    let clock = Date.now()
    await using world = await openWorld({ now: () => clock })
    const triggers: string[] = []
    world.bot.answer(({ body }) => ({ body: (triggers.push(String(body['trigger_id'])), '') }))
    for (const text of ['/onboard a', '/onboard b'])
      await world.post('/commands', { as: 'dana', channel: 'C0ACME', text })
    const open = (trigger_id = '') => world.slack().views.open({ trigger_id, view: modal('x') as never })
    expect((await open(triggers[0])).view).toMatchObject({ callback_id: 'x', type: 'modal' })
    await refused(open(triggers[0]), 'exchanged_trigger_id')
    clock += 3_001
    await refused(open(triggers[1]), 'expired_trigger_id')
  })

  test('submit their input, and close', async ({ world }) => {
    const view = await openDialog(world, modal('comment', { private_metadata: 'task-1' }))
    const state = { values: { words: { words: { type: 'plain_text_input', value: 'Hello' } } } }
    expect(await world.post(`/views/${String(view['id'])}/submit`, { as: 'dana', state })).toMatchObject({
      ok: true,
    })
    expect((await world.bot.until(isType('view_submission'))).body).toMatchObject({
      user: { id: 'U0DANA' },
      view: { callback_id: 'comment', private_metadata: 'task-1', state },
    })
    expect((await world.get('/views?as=dana'))['views']).toEqual([])
  })

  test('stay open with errors, and follow update, push, and clear', async ({ world }) => {
    const view = await openDialog(world, modal('first'))
    const submit = async (id: unknown, answer: Json) => {
      world.bot.answer(() => ({ body: answer }))
      const outcome = await world.post(`/views/${String(id)}/submit`, { as: 'dana' })
      return { outcome, views: (await world.get('/views?as=dana'))['views'] as Json[] }
    }
    const refused = await submit(view['id'], { response_action: 'errors', errors: { words: 'Too short' } })
    expect(refused.outcome).toMatchObject({ ok: false, errors: { words: 'Too short' } })
    expect(refused.views).toHaveLength(1)
    const updated = await submit(view['id'], { response_action: 'update', view: modal('second') })
    expect(updated.views).toMatchObject([{ id: view['id'], callback_id: 'second' }])
    const pushed = await submit(view['id'], { response_action: 'push', view: modal('third') })
    expect(pushed.views).toMatchObject([
      { id: view['id'] },
      { callback_id: 'third', previous_view_id: view['id'], root_view_id: view['id'] },
    ])
    expect((await submit(pushed.views[1]?.['id'], { response_action: 'clear' })).views).toEqual([])
  })

  test('refuse an update with an outdated hash', async ({ world }) => {
    const view = await openDialog(world, modal('first'))
    const update = (hash: unknown) =>
      world
        .slack()
        .views.update({ view_id: String(view['id']), hash: String(hash), view: modal('later') as never })
    await update(view['hash'])
    await refused(update(view['hash']), 'hash_conflict')
  })

  test('notify the app when closed, if it asked', async ({ world }) => {
    const view = await openDialog(world, modal('first', { notify_on_close: true }))
    await world.post(`/views/${String(view['id'])}/close`, { as: 'dana' })
    expect((await world.bot.until(isType('view_closed'))).body).toMatchObject({ is_cleared: false })
  })

  test('open from a message shortcut, which carries the message', async ({ world }) => {
    const { ts } = await world.say('lee', 'C0ACME', 'please note')
    await world.post('/shortcuts', { as: 'dana', callback_id: 'comment_on_a_task', channel: 'C0ACME', ts })
    expect((await world.bot.until(isType('message_action'))).body).toMatchObject({
      callback_id: 'comment_on_a_task',
      message: { ts, text: 'please note', user: 'U0LEE' },
      channel: { id: 'C0ACME' },
    })
    await world.post('/shortcuts', { as: 'dana', callback_id: 'anything' })
    expect(at((await world.bot.until(isType('shortcut'))).body, 'callback_id')).toBe('anything')
  })
})
