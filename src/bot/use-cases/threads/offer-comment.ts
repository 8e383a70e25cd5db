import { channelSettings } from '../../store/channels/channel-settings.ts'
import { coversAny } from '../../store/channels/covers.ts'
import { openTasksOf } from '../../store/channels/likely-tasks.ts'
import { addOffer } from '../../store/threads/offers.ts'
import { knownProject } from '../../store/tracker/known-projects.ts'
import { collectMentions, toPlain } from '../../messages/kit/mrkdwn.ts'
import { commentOffer } from '../../messages/threads/comment-offer.ts'
import { routeTo, subscriptionsFor } from '../../access/audience.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { attached, type Incoming } from '../../slack/said.ts'
import type { Person } from '../../slack/slack.ts'
import { markOnce } from '../answers/mark-message.ts'
import { addressed } from '../answers/words-to-us.ts'
import { likeliest } from './likeliest.ts'

/** Customers: people of another organization, and guests. */
const isOutside = ({ standing }: Pick<Person, 'standing'>): boolean =>
  standing === 'stranger' || standing === 'guest'

/** A message at the top of a channel, where the team wants to be asked. Stored before Slack gets its answer. */
export const considerOffer = async (deps: BotDeps, said: Incoming, channel: string): Promise<void> => {
  const { user, ts, bot_id: app } = said
  const [text, files] = [said.text ?? '', attached(said)]
  if (!user || app || (text.trim() === '' && files.length === 0)) return
  const { offers } = await channelSettings(deps.database.sql, channel)
  if (offers === 'off') return
  const uniqueKey = `${channel}:${ts}`
  const payload = { channel, ts, user, text }
  await deps.database.transaction((tx) =>
    deps.lanes.enqueue(tx, [{ kind: 'offer', lane: channel, payload, uniqueKey }]),
  )
}

const mostTasks = 3

/** More ephemeral messages at once would hold up others. */
const mostAsked = 20

/** The likeliest tasks that this channel may see, by what the bot knows. */
const tasksFor = async (deps: BotDeps, channel: string, text: string, people: readonly string[]) => {
  const { sql } = deps.database
  const received = await subscriptionsFor(deps, { channel, shared: true })
  const shown: { uuid: string; name: string }[] = []
  for (const { uuid, name, projectUuid } of likeliest(await openTasksOf(sql, channel), text, people)) {
    const project = await knownProject(sql, projectUuid)
    if (project && coversAny(received, project)) shown.push({ uuid, name })
    if (shown.length === mostTasks) break
  }
  return shown
}

/** The team's people in the channel. */
const teamIn = async ({ slack }: BotDeps, channel: string): Promise<string[]> => {
  const [there, team] = await Promise.all([slack.peopleIn(channel), slack.members()])
  return team.map(({ id }) => id).filter((id) => there.has(id))
}

/** Lane `offer`, one per channel: asks the team whether a customer's message is a comment, and on which task. */
export const offerComment = async (deps: BotDeps, job: BotJob<'offer'>): Promise<void> => {
  const { channel, ts, user, text } = job.payload
  const { userId: self } = await deps.slack.identity()
  const author = await deps.slack.person(user)
  if (user === self || addressed(text)?.user === self || !isOutside(author)) return
  const { shared, readersUnknown } = await routeTo(deps, channel)
  if (!shared || readersUnknown) return
  const mentioned = await Promise.all(collectMentions(text).users.map((id) => deps.slack.person(id)))
  const people = [author, ...mentioned].map(({ name }) => name)
  const tasks = await tasksFor(deps, channel, text, people)
  if (tasks.length === 0) return
  const nameOf = (id: string) => mentioned.find((person) => person.id === id)?.name
  const words = toPlain(text, { user: nameOf, channel: () => undefined })
  const message = commentOffer({ ts, authorName: author.name, text: words, tasks })
  const asked = (await teamIn(deps, channel)).slice(0, mostAsked)
  await deps.database.transaction(async (tx) => {
    if (await addOffer(tx, { channel, ts }, deps.now()))
      for (const person of asked)
        await markOnce(
          deps,
          tx,
          { channel, ts },
          { op: 'ephemeral', user: person, message },
          `offer:${channel}:${ts}:${person}`,
        )
    await job.done(tx)
  })
}
