import { projectCardNow } from '../../tracker/views.ts'
import { muteFacts } from '../../audience/messages/paused.ts'
import { saysOver } from '../../../contract/task.ts'
import { type Mute, mutesOf } from '../../store/channel-settings.ts'
import { allSubscriptions, type Subscription } from '../../store/subscriptions.ts'
import { isProjectLate, type ProjectInView, viewOf } from '../../tracker/project-in-view.ts'
import { yourDayOf } from '../digests/store/digests.ts'
import { replyDueIn, wantsMentions } from '../../store/key-values.ts'
import { home, projectsOnHome, type HomeChannel, homeWorkspace } from './messages/home.ts'
import { yourDayNow } from '../digests/your-day.ts'
import { homeForGuests } from './messages/home-people.ts'
import type { Message } from '../../kit/message.ts'
import { type Actor, actorOf, may } from '../../audience/actor.ts'
import { routeAlone } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { trackerOnHome } from '../connect/connect.ts'
import { unusable } from '../status/health.ts'
import { homePeopleOf } from './link-person.ts'
import { trackerEmailOf } from '../../tracker/people.ts'
import { dayAt, within } from '../../kit/time.ts'
import type { BotJob } from '../../store/payloads.ts'

/** After this time the tab shows what it has without the tracker. */
const patienceMs = 5_000

const byUrgency =
  (today: string) =>
  (one: ProjectInView, other: ProjectInView): number =>
    Number(isProjectLate(other, today)) - Number(isProjectLate(one, today)) ||
    (one.item.due_date ?? '9').localeCompare(other.item.due_date ?? '9')

const projectsOf = async (deps: BotDeps, user: string, email: string, all: readonly ProjectInView[]) => {
  // Only the person reads the tab, and owns the projects.
  const route = await routeAlone(deps, '', user)
  const owned = all
    .filter(
      ({ item: { project_owner: owner, project_state: state } }) =>
        owner?.email_address?.toLowerCase() === email.toLowerCase() && !saysOver(state),
    )
    .sort(byUrgency(dayAt(route.timeZone, deps.now())))
  const cards = owned.slice(0, projectsOnHome).map(async (view) => {
    const { ownerName: _, ...card } = await projectCardNow(deps, view, route)
    return card
  })
  return { projects: await Promise.all(cards), total: owned.length }
}

const byChannel = (
  subscriptions: readonly Subscription[],
  mutes: readonly Mute[],
  joined: ReadonlyMap<string, string | undefined> | undefined,
): HomeChannel[] => {
  const channels = [...new Set(subscriptions.map(({ channel }) => channel))]
  return channels.map((channel) => ({
    channel,
    isMember: joined?.has(channel) ?? false,
    name: joined?.get(channel),
    mute: muteFacts(mutes.find((mute) => mute.channel === channel)),
    subscriptions: subscriptions.filter((one) => one.channel === channel),
  }))
}

const publish = (deps: BotDeps, user: string, { blocks }: Pick<Message, 'blocks'>): Promise<void> =>
  deps.slack.publishHome(user, { type: 'home', blocks })

const brokenReasons = async (deps: BotDeps) =>
  (await within(patienceMs, unusable(deps))) ?? ['the tracker isn’t responding']

/** From one look at the tracker's list. */
const workOf = async (deps: BotDeps, user: string, email: string | undefined) => {
  if (!deps.tracker) return {}
  const listed = await within(patienceMs, deps.api.listProjects({ limit: 200 }))
  if (!listed) return {}
  const { pagination } = listed
  const projects = listed.projects.map(viewOf)
  return {
    work: await within(patienceMs, yourDayNow(deps, user, projects)),
    ...(email !== undefined && (await within(patienceMs, projectsOf(deps, user, email, projects)))),
    notAllSeen: pagination.total > projects.length,
  }
}

const workPage = async (deps: BotDeps, actor: Actor): Promise<Message> => {
  const { user } = actor
  const isConnected = deps.tracker !== undefined
  const person = await deps.slack.person(user)
  const trackerEmail = isConnected ? await within(patienceMs, trackerEmailOf(deps, user)) : undefined
  const email = trackerEmail ?? person.email
  const [work, reasons, tracker] = await Promise.all([
    workOf(deps, user, email),
    brokenReasons(deps),
    isConnected ? undefined : trackerOnHome(deps, actor),
  ])
  return home({
    ...work,
    unknownPerson: email === undefined,
    notConnected: !isConnected,
    tracker,
    reasons,
  })
}

const workspacePage = async (deps: BotDeps, actor: Actor): Promise<Message> => {
  const { user } = actor
  const { sql } = deps.database
  const [subscriptions, reasons, mentions, mutes, joined, yourDay, dueDays, people, tracker] =
    await Promise.all([
      allSubscriptions(sql),
      brokenReasons(deps),
      wantsMentions(sql, user),
      mutesOf(sql, deps.now(), 'all'),
      within(patienceMs, deps.slack.channelsOf(user)),
      yourDayOf(sql, user),
      replyDueIn(sql),
      deps.tracker ? within(patienceMs, homePeopleOf(deps, actor)) : undefined,
      trackerOnHome(deps, actor),
    ])
  const channels = byChannel(subscriptions, mutes, joined)
  const replyDue = { days: dueDays, canChange: may(actor, 'administer') }
  return homeWorkspace({
    channels,
    mentions,
    yourDay: yourDay !== undefined,
    replyDue,
    people,
    tracker,
    reasons,
  })
}

/** Takes a turn when the page is asked for. A page that is ready after a later one is not shown. */
export const homeTurn = ({ homeTurns }: Pick<BotDeps, 'homeTurns'>, user: string): number => {
  const turn = (homeTurns.get(user) ?? 0) + 1
  homeTurns.set(user, turn)
  return turn
}

/** Slack still shows a guest the tab of the member they were. Others who may not work never had one. */
export const showHome = async (
  deps: BotDeps,
  actor: Actor,
  page: 'work' | 'workspace' = 'work',
  turn = homeTurn(deps, actor.user),
) => {
  const { user, role } = actor
  if (role === 'guest') return publish(deps, user, homeForGuests())
  if (!may(actor, 'work')) return
  const view = await (page === 'work' ? workPage : workspacePage)(deps, actor)
  if (deps.homeTurns.get(user) === turn) await publish(deps, user, view)
}

/** Lane `home`: after the tracker was connected or disconnected. */
export const refreshHome = async (deps: BotDeps, job: BotJob<'home'>): Promise<void> => {
  const { user } = job.payload
  await showHome(deps, await actorOf(deps, { user }), 'workspace')
}
