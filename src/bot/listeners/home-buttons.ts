import type { App, BlockButtonAction } from '@slack/bolt'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { type ActionName, actionPattern } from '../messages/kit/ids.ts'
import { answerOrExplain } from '../use-cases/answers/answer-or-explain.ts'
import { isStranger } from '../access/is-stranger.ts'

interface Press {
  user: string
  value: string
  triggerId: string
}
export type OnHomePress = (deps: BotDeps, press: Press) => Promise<unknown>

/** A press on the Home tab has no channel: what went wrong is said in the person's conversation with the app. */
const press = async (deps: BotDeps, on: OnHomePress, given: Press): Promise<void> => {
  const trouble = await answerOrExplain(deps, undefined, async () => {
    await on(deps, given)
    return undefined
  })
  if (trouble && 'message' in trouble) await deps.slack.post({ channel: given.user, ...trouble.message })
}

/** Buttons of the Home tab, and what answers each; people of another organization steer nothing. */
export const addHomeButtons = (
  app: App,
  deps: BotDeps,
  background: Background,
  buttons: Partial<Record<ActionName, OnHomePress>>,
): void => {
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
