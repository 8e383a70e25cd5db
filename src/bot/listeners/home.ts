import type { App } from '@slack/bolt'
import type { Background } from '../background.ts'
import { helpEntries } from '../commands/subcommands.ts'
import type { BotDeps } from '../deps.ts'
import { type ActionName, actions } from '../messages/kit/ids.ts'
import { homeHelp } from '../messages/home/home-help.ts'
import { openCreateDialog } from '../use-cases/projects/open-create-dialog.ts'
import { openHome, switchMentions } from '../use-cases/home/show-home.ts'
import { addHomeButtons, type OnHomePress } from './home-buttons.ts'

/** Every button of the Home tab, and what answers it. */
const buttons: Partial<Record<ActionName, OnHomePress>> = {
  [actions.homeCreate]: (deps, { user, triggerId }) =>
    openCreateDialog(deps, { user, triggerId, channel: undefined }),
  [actions.homeHelp]: (deps, { triggerId }) =>
    deps.slack.openView(triggerId, homeHelp({ entries: helpEntries() })),
  [actions.homeMentions]: (deps, { user, value }) =>
    switchMentions(deps, user, value === 'off' ? 'off' : 'on'),
}

export const addHomeListeners = (app: App, deps: BotDeps, background: Background): void => {
  app.event('app_home_opened', ({ event }) => {
    if (event.tab === 'home') background.run(() => openHome(deps, event.user))
    return Promise.resolve()
  })
  addHomeButtons(app, deps, background, buttons)
}
