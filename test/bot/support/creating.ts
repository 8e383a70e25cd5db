import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { channel, dana, runningBot, type RunningTestBot } from './running-bot.ts'
import { validateView } from '../../support/slack-limits.ts'
import { type Answered, buttonOf } from './pressing.ts'
import { answerIn, chosen, several, type View } from './acts.ts'

/** The dialog filled in, each input by its block. */
export const filledIn = (changes: Record<string, object> = {}) => ({
  create_name: { value: 'Globex – Rollout' },
  create_playbook: chosen('p2', 'Standard Onboarding'),
  create_account: chosen('Acme Corp'),
  create_owner: chosen('dana@vendor.example', 'Dana Smith'),
  create_team: several(),
  create_customers: several(),
  create_start: { selected_date: '2026-11-23' },
  create_due: { selected_date: null },
  create_channel: { selected_conversation: channel },
  create_invites: several(),
  ...changes,
})

export const wordsOf = (view: View | undefined): string => JSON.stringify(view?.blocks)

export const creating = (running: RunningTestBot) => {
  const { actsIn, interaction, submits, types } = running
  const submitView = async (...asked: Parameters<typeof submits>) => answerIn(await submits(...asked))
  const opened = async (views = 1) => {
    await expect.poll(() => running.slack.made('views.update').length, { timeout: 10_000 }).toBe(views)
    return running.slack.made('views.update').at(-1)?.['view'] as View
  }
  /** `/onboard create`, whose answer is a dialog. */
  const askToCreate = (words = 'create', at = channel) => types(words, { channel_id: at })
  const shortcut = () =>
    interaction({ type: 'shortcut', callback_id: 'new_onboarding_project', action_ts: '1' })
  /** Acts in the dialog; gives the dialog that Slack shows then. */
  const act = async (view: View, values: Record<string, object>, action: object) => {
    const before = running.slack.made('views.update').length
    const { private_metadata } = view
    await actsIn({ callback_id: 'create_dialog', private_metadata }, filledIn(values), action)
    return opened(before + 1)
  }
  const chooseAccount = (view: View, account: string, others: Record<string, object> = {}) => {
    const id = 'create_account'
    const action = { type: 'external_select', action_id: id, block_id: id, ...chosen(account) }
    return act(view, { ...others, [id]: chosen(account) }, action)
  }
  const showMore = (view: View, values: Record<string, object> = {}) =>
    act(view, values, { type: 'button', action_id: 'create_more', block_id: 'b', value: '' })
  /** Submits the form; gives the preview that is pushed. */
  const preview = (changes: Record<string, object> = {}, facts: object = {}, id: string = randomUUID()) =>
    submitView(
      { id, callback_id: 'create_dialog', private_metadata: '{"more":false}' },
      filledIn(changes),
      facts,
    )
  const create = (view: View | undefined, facts: object = {}) =>
    submitView({ id: randomUUID(), ...view, callback_id: 'create_preview' }, {}, facts)
  /** *Create* in the preview of a form, and all that follows from it. */
  const creates = async (...form: Parameters<typeof preview>) => {
    await create((await preview(...form)).view)
    await running.idle()
  }
  const told = (user = dana) => running.slack.whispers(user)
  return {
    askToCreate,
    shortcut,
    chooseAccount,
    showMore,
    submitView,
    preview,
    create,
    creates,
    opened,
    told,
  }
}

export const projectName = 'Globex – Rollout'
export const integrationUuid = '7b1d5c1e-2f43-4d0a-9a59-0b0a6f3c9d11'
const people = {
  dana: { uuid: 'u1', full_name: 'Dana Smith', email_address: 'Dana@vendor.example', is_customer: false },
  casey: { uuid: 'u2', full_name: 'Casey Jones', email_address: 'casey@acme.example', is_customer: true },
}

/** A bot beside a tracker with people, two versions of a playbook and two data fields. */
export const botThatCreates = async (changes: Parameters<typeof runningBot>[0] = {}) => {
  const running = await runningBot({ integrationUuid, ...changes })
  const { tracker } = running
  tracker.users.push(people.dana, people.casey)
  tracker.playbooks.push(
    { uuid: 'p1', name: 'Standard Onboarding', description: 'As it was.' },
    { uuid: 'p2', name: 'Standard Onboarding', description: 'As it is.' },
  )
  tracker.fields.push(
    { uuid: 'f1', name: 'Region', object_type: 'PROJECT', field_type: 'choice', options: ['EMEA', 'APAC'] },
    { uuid: 'f2', name: 'Value', object_type: 'PROJECT', field_type: 'number' },
  )
  return { ...running, ...creating(running) }
}

export const inputOf = (view: View, block: string) =>
  view.blocks.find(({ block_id: id }) => id === block)?.element

/** *Open again*, under the last refusal. */
export const pressOpenAgain = async (bot: Awaited<ReturnType<typeof botThatCreates>>, views = 1) => {
  const refusal = bot.slack.ephemerals(dana).at(-1) as unknown as Answered
  const { action, value } = buttonOf(refusal, 'Open again')
  await bot.presses(action, value)
  const view = await bot.opened(views)
  validateView(view)
  return { refusal, view }
}
