import type { App, BlockButtonAction } from '@slack/bolt'
import type { Background } from '../background.ts'
import { helpEntries } from '../commands/subcommands.ts'
import type { BotDeps } from '../deps.ts'
import { type ActionName, actionPattern, actions } from '../messages/ids.ts'
import { homeHelp } from '../messages/home-help.ts'
import { answerOrExplain } from '../use-cases/answer-or-explain.ts'
import { openCreateDialog } from '../use-cases/open-create-dialog.ts'
import { isStranger } from '../use-cases/run-command.ts'
import { openHome, switchMentions } from '../use-cases/show-home.ts'

interface Press {
  user: string
  value: string
  triggerId: string
}
type OnPress = (deps: BotDeps, press: Press) => Promise<unknown>

/** Every button of the Home tab, and what answers it. */
const buttons: Partial<Record<ActionName, OnPress>> = {
  [actions.homeCreate]: (deps, { user, triggerId }) =>
    openCreateDialog(deps, { user, triggerId, channel: undefined }),
  [actions.homeHelp]: (deps, { triggerId }) =>
    deps.slack.openView(triggerId, homeHelp({ entries: helpEntries() })),
  [actions.homeMentions]: (deps, { user, value }) =>
    switchMentions(deps, user, value === 'off' ? 'off' : 'on'),
}

/** A press on the Home tab has no channel: what went wrong is said in the person's conversation with the app. */
const press = async (deps: BotDeps, on: OnPress, given: Press): Promise<void> => {
  const trouble = await answerOrExplain(deps, undefined, async () => {
    await on(deps, given)
    return undefined
  })
  if (trouble && 'message' in trouble) await deps.slack.post({ channel: given.user, ...trouble.message })
}

export const addHomeListeners = (app: App, deps: BotDeps, background: Background): void => {
  app.event('app_home_opened', ({ event }) => {
    if (event.tab === 'home') background.run(() => openHome(deps, event.user))
    return Promise.resolve()
  })
  for (const [name, on] of Object.entries(buttons)) {
    app.action<BlockButtonAction>(actionPattern(name as ActionName), async ({ ack, body, action }) => {
      await ack()
      const given = { user: body.user.id, value: action.value ?? '', triggerId: body.trigger_id }
      background.run(async () => {
        if (!(await isStranger(deps, body.user.team_id ?? body.team?.id, body.user.id)))
          await press(deps, on, given)
      })
    })
  }
}
