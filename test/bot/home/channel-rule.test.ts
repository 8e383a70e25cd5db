import { expect, test } from 'vitest'
import { inputOf } from '../support/creating.ts'
import { botThatMakesChannels, by, lee } from '../support/making-channels.ts'
import { dana, type RunningTestBot } from '../support/running-bot.ts'
import { project } from '../support/stand-in-tracker.ts'

const home = async ({ slack, slackEvent, until }: RunningTestBot, user: string) => {
  const views = () => slack.made('views.publish').filter(({ user_id: whose }) => whose === user)
  const before = views().length
  await slackEvent({ type: 'app_home_opened', user, channel: 'D1', tab: 'home', event_ts: '1.0' })
  await until(() => expect(views().length).toBeGreaterThan(before))
  return JSON.stringify(views().at(-1)?.['view'])
}

test.each(['sqlite', 'postgres'] as const)(
  'on %s, an admin sets on the Home tab how channels are named, and the next proposal follows',
  async (engine) => {
    const bot = await botThatMakesChannels({ engine })
    expect(await home(bot, dana)).toContain('onb-{account}')
    const onHome = { channel: undefined, container: { type: 'view', view_id: 'V1' } }
    const dialog = await bot.opens('change_channel_rule', '', onHome)
    expect(inputOf(dialog, 'channel_rule')).toMatchObject({ initial_value: 'onb-{account}' })
    const save = (rule: string, facts = {}) =>
      bot.submit(
        { callback_id: 'rule_dialog', private_metadata: '' },
        { channel_rule: { value: rule } },
        facts,
      )
    expect((await save('onboarding')).errors?.['channel_rule']).toContain('Use {account} or {project}')
    expect((await save('Onb {account}')).errors?.['channel_rule']).toContain('lowercase letters')
    expect(await save('cust-{account}-{project}')).toEqual({})
    await save('mine-{account}', by(lee))
    const view = await bot.opens('make_channel', project.uuid)
    expect(inputOf(view, 'channel_name')).toMatchObject({
      initial_value: 'cust-acme-corp-acme-corp-standard-onboarding',
    })
    expect(await home(bot, dana)).toContain('cust-{account}-{project}')
    expect(await home(bot, lee)).not.toContain('cust-{account}')
  },
)
