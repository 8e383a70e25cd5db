import type { App, BlockButtonAction, RespondFn } from '@slack/bolt'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { type ActionName, actionPattern, actions } from '../messages/kit/ids.ts'
import { notAllowed } from '../messages/answers/not-here.ts'
import { staleButton } from '../messages/answers/press-again.ts'
import type { Answer } from '../use-cases/answers/answer.ts'
import { answerOrExplain } from '../use-cases/answers/answer-or-explain.ts'
import { moreOfDigest } from '../use-cases/digests/digest-by-hand.ts'
import { listMore } from '../use-cases/list-more.ts'
import { openCommentDialog } from '../use-cases/replies/open-comment-dialog.ts'
import { resumeQuota } from '../use-cases/tracker/quota.ts'
import { pinCard, unpinCard } from '../use-cases/digests/pin-card.ts'
import { retryReply } from '../use-cases/replies/retry-reply.ts'
import { openCreateAgain } from '../use-cases/projects/open-create-dialog.ts'
import { applyField } from '../use-cases/projects/set-field.ts'
import { runCommand } from '../use-cases/run-command.ts'
import { isStranger } from '../access/is-stranger.ts'
import { takeCommand } from '../use-cases/take-command.ts'
import { retryFailures, skipFailures } from '../use-cases/upkeep/settle-failures.ts'
import { shareAnswer } from '../use-cases/share-answer.ts'
import { showRest } from '../use-cases/replies/show-rest.ts'
import { tellInPlace } from '../use-cases/answers/tell-in-place.ts'
import { reply } from './reply.ts'

/** What every button tells about its press. */
interface Press {
  value: string
  channel: string
  threadTs: string | undefined
  user: string
  team: string | undefined
  triggerId: string
}

const pressOf = (body: BlockButtonAction, value: string): Press => {
  const message = body.message as { ts?: string; thread_ts?: string } | undefined
  return {
    value,
    channel: body.channel?.id ?? body.container?.['channel_id'] ?? '',
    threadTs: message?.thread_ts ?? (body.container?.['thread_ts'] as string | undefined),
    user: body.user.id,
    team: body.user.team_id ?? body.team?.id,
    triggerId: body.trigger_id,
  }
}

type OnPress = (deps: BotDeps, press: Press) => Promise<Answer | undefined>

const run: OnPress = (deps, given) => runCommand(deps, { ...given, text: given.value })

/** What steers the bot is for the workspace's own people. */
const membersOnly =
  (on: OnPress): OnPress =>
  async (deps, given) =>
    (await isStranger(deps, given.team, given.user)) ? { message: notAllowed() } : on(deps, given)

const retry: OnPress = async (deps, { value, user }) => {
  const onItsWay = await retryReply(deps, Number(value), user)
  return onItsWay ? { remove: true } : { message: staleButton() }
}

/** Every button, and what answers it. */
const buttons: Partial<Record<ActionName, OnPress>> = {
  [actions.comment]: openCommentDialog,
  [actions.correction]: openCommentDialog,
  [actions.subscribe]: (deps, press) => run(deps, { ...press, value: `subscribe ${press.value}` }),
  [actions.unsubscribe]: (deps, press) => run(deps, { ...press, value: `unsubscribe ${press.value}` }),
  [actions.choose]: run,
  [actions.runAgain]: run,
  [actions.listMore]: membersOnly((deps, { value, channel }) => listMore(deps, channel, value)),
  [actions.showMore]: (deps, { value, channel }) => showRest(deps, channel, value),
  [actions.digestMore]: membersOnly((deps, { value, channel }) => moreOfDigest(deps, channel, value)),
  [actions.pin]: membersOnly(pinCard),
  [actions.unpin]: membersOnly(unpinCard),
  [actions.share]: (deps, given) => shareAnswer(deps, { ...given, text: given.value }),
  [actions.retryReply]: retry,
  [actions.sendAgain]: retry,
  [actions.openCreate]: openCreateAgain,
  [actions.applyField]: (deps, { value }) => applyField(deps, value),
  [actions.retryFailed]: membersOnly((deps, { channel }) => retryFailures(deps, channel)),
  [actions.skipFailed]: membersOnly((deps, { channel, user }) => skipFailures(deps, channel, user)),
  [actions.resumeQuota]: (deps, { user }) => resumeQuota(deps, user),
  [actions.open]: () => Promise.resolve(undefined),
}

const press = async (
  deps: BotDeps,
  on: OnPress,
  given: Press,
  respond: RespondFn | undefined,
): Promise<void> => {
  const answer = await answerOrExplain(deps, undefined, () => on(deps, given))
  if (!answer) return
  if (respond) await reply(respond, answer, given.threadTs)
  else await tellInPlace(deps, given, answer)
}

export const addActionListeners = (app: App, deps: BotDeps, background: Background): void => {
  for (const [name, on] of Object.entries(buttons)) {
    app.action<BlockButtonAction>(
      actionPattern(name as ActionName),
      async ({ ack, body, action, ...args }) => {
        const given = pressOf(body, action.value ?? '')
        // A button that runs a command as it was typed: a comment among them is stored first.
        const answer = on === run ? await takeCommand(deps, { ...given, text: given.value }) : undefined
        await ack()
        // Bolt makes none where Slack sent no response URL, whatever its type says.
        const respond = (args as { respond?: RespondFn }).respond
        background.run(() => press(deps, answer ?? on, given, respond))
      },
    )
  }
}
