import type { ModalView } from '@slack/types'
import { line, message } from '../../messages/kit/message.ts'
import { plainName } from '../../messages/kit/plain-name.ts'
import { collectMentions, toPlain } from '../../messages/kit/mrkdwn.ts'
import { staleButton } from '../../messages/answers/press-again.ts'
import { syncNotice } from '../../messages/threads/sync-dialog.ts'
import { takeOverDialog } from '../../messages/threads/take-over-dialog.ts'
import type { Here } from '../../access/actor.ts'
import { mayShow } from '../../access/audience.ts'
import { maySteer } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import type { OnPress } from '../answers/answer.ts'
import { explained } from '../answers/answer-or-explain.ts'
import { updateView } from '../answers/views.ts'
import { type TaskInView, taskInView } from '../tracker/task-in-view.ts'
import { type Earlier, earlierIn, whyHidden } from './earlier.ts'
import { syncedFacts, taskOf } from './sync-thread.ts'

const mostShown = 12

const shownOf = async (deps: BotDeps, { userId, ts, text }: Earlier) => {
  const { users } = collectMentions(text)
  const people = await Promise.all([userId, ...users].map((id) => deps.slack.person(id)))
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name
  const words = toPlain(text, { user: nameOf, channel: () => undefined })
  return { authorName: plainName(nameOf(userId) ?? 'Someone'), at: Number(ts) * 1_000, text: words }
}

/** What was said in the thread, and who would read it as comments. */
export const previewTakeOver = async (
  deps: BotDeps,
  { place }: Here,
  view: TaskInView,
  threadTs: string,
): Promise<ModalView> => {
  const { channel } = place
  try {
    const earlier = await earlierIn(deps, channel, threadTs)
    const shown = await Promise.all(earlier.slice(0, mostShown).map((one) => shownOf(deps, one)))
    const of = { channel, threadTs, taskUuid: view.uuid }
    return takeOverDialog({ ...of, ...syncedFacts(view, place), total: earlier.length, earlier: shown })
  } catch (error) {
    const why = whyHidden(error)
    if (!why) throw error
    return syncNotice(why)
  }
}

/** *Import…* under the answer to a command. The thread's task counts, whatever the button carries. */
export const openTakeOver: OnPress<Here> = async (deps, actor, { value: threadTs, triggerId }) => {
  const { place } = actor
  const refused = await maySteer(deps, actor, place.channel)
  if (refused) return refused
  const taskUuid = await taskOf(deps, place.channel, threadTs)
  if (taskUuid === undefined) return { message: staleButton() }
  const { viewId } = await deps.slack.openView(triggerId, syncNotice(message(line('Reading the thread…'))))
  const find = async () => {
    const view = await taskInView(deps, taskUuid, undefined)
    return view && mayShow(place, view.internal)
      ? previewTakeOver(deps, actor, view, threadTs)
      : syncNotice(staleButton())
  }
  const shown = await find().catch((error: unknown) => syncNotice(explained(deps, error, { by: actor })))
  await updateView(deps, viewId, shown)
  return undefined
}
