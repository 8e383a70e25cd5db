import type { App } from '@slack/bolt'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { type ActionName, actions, callbacks, inputs } from '../messages/kit/ids.ts'
import { personIs, type PersonIs } from '../messages/home/person-dialog.ts'
import { denyPerson, linkPerson, openPersonDialog, unlinkPerson } from '../use-cases/home/link-person.ts'
import { showHome } from '../use-cases/home/show-home.ts'
import { setReceipts } from '../use-cases/replies/give-receipt.ts'
import { addHomeButtons, type OnHomePress } from './home-buttons.ts'

/** What changes the Home tab shows at once how it stands. */
const thenHome =
  (on: OnHomePress): OnHomePress =>
  async (deps, press) => {
    await on(deps, press)
    await showHome(deps, press.user)
  }

/** The Home tab's buttons about people, and what answers them. */
const buttons: Partial<Record<ActionName, OnHomePress>> = {
  [actions.linkPerson]: openPersonDialog,
  [actions.notMe]: thenHome((deps, { user, value }) => denyPerson(deps, user, value)),
  [actions.unlinkPerson]: thenHome((deps, { user, value }) => unlinkPerson(deps, user, value)),
  [actions.homeReceipts]: thenHome((deps, { user, value }) =>
    setReceipts(deps, user, value === 'off' ? 'off' : 'on'),
  ),
}

const isAnswer = (word: string | undefined): word is PersonIs =>
  word !== undefined && Object.keys(personIs).includes(word)

export const addPeopleListeners = (app: App, deps: BotDeps, background: Background): void => {
  addHomeButtons(app, deps, background, buttons)
  app.view(callbacks.personDialog, async ({ ack, view, body }) => {
    const at = ({ block, action }: { block: string; action: string }) => view.state.values[block]?.[action]
    const who = at(inputs.personWho)?.selected_option
    const is = at(inputs.personIs)?.selected_option?.value
    if (!who || !isAnswer(is)) {
      const errors = { [inputs.personWho.block]: 'Choose a person of the tracker.' }
      return ack({ response_action: 'errors', errors })
    }
    const person = { uuid: who.value, name: who.text.text }
    const member = at(inputs.personMember)?.selected_user ?? undefined
    const errors = await linkPerson(deps, { by: body.user.id, person, is, member })
    if (errors) return ack({ response_action: 'errors', errors })
    await ack()
    background.run(() => showHome(deps, body.user.id))
  })
}
