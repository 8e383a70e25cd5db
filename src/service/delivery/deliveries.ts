import { z } from 'zod'
import { isOwnNetwork, isPrivateHost } from '../../contract/address.ts'
import { isoTime } from '../../contract/dates.ts'
import { limit, offset } from '../../contract/fields.ts'
import { actingPerson, onlyInternal, type Acting, inTransaction, notFound } from '../acting.ts'
import { enqueueDeliveries } from '../events/announce.ts'
import { nameOfComment } from '../events/comments.ts'
import { lockOrganization } from '../store/organizations.ts'
import { bodyOf, listDeliveries, oldestAside, takeBack } from '../store/webhooks.ts'
import { commentsByUuid } from '../store/work.ts'

/** In bytes. PostgreSQL's unique index of subscriptions can't hold longer ones. */
const longest = 2_000

/** Why a receiver's URL is refused. Host names are checked again when they resolve. */
export const hookUrlProblem = (url: string, { privateHooks }: { privateHooks: boolean }) => {
  if (!URL.canParse(url)) return 'Must be a URL.'
  if (Buffer.byteLength(url) > longest) return `Must be at most ${longest} bytes long.`
  const { protocol, hostname, username, password } = new URL(url)
  if (username !== '' || password !== '') return 'Must not contain a user name or a password.'
  const isPlain = protocol === 'http:' && privateHooks && isOwnNetwork(hostname)
  if (protocol !== 'https:' && !isPlain) return 'Must be an https URL.'
  if (privateHooks) return undefined
  return isPrivateHost(hostname) ? 'Must be a public address.' : undefined
}

/** Hides the last segment of a receiver's URL and its query, which may be secrets. */
const shownUrl = (url: string): string => {
  const { origin, pathname } = new URL(url)
  return origin + pathname.replace(/\/[^/]+\/*$/, '/…')
}

/** Subscriptions by receiver. `uuid` is the first one's. */
export const byReceiver = <Hook extends { readonly uuid: string; readonly hook_url: string }>(
  all: readonly Hook[],
) =>
  [...Map.groupBy(all, ({ hook_url: url }) => url)].flatMap(([url, hooks]) =>
    hooks[0] ? [{ receiver: shownUrl(url), uuid: hooks[0].uuid, first: hooks[0], hooks }] : [],
  )

export const deliveriesQuerySchema = z.strictObject({
  state: z.enum(['waiting', 'delivered', 'aside']).optional(),
  limit,
  offset,
})

const commentEvent = z.object({ payload: z.object({ comment: z.object({ uuid: z.string() }) }) })

/** What each event is about. A comment is named by its current text, because events keep the old one. */
const subjectsOf = async (acting: Acting, events: readonly { readonly body: string }[]) => {
  const bodies = events.map(bodyOf)
  const uuids = bodies.map((body) => commentEvent.safeParse(body).data?.payload.comment.uuid)
  const comments = await commentsByUuid(
    acting,
    uuids.filter((uuid) => uuid !== undefined),
  )
  const words = new Map(comments.map((comment) => [comment.uuid, nameOfComment(comment)]))
  return bodies.map(({ object_name: name }, at) => {
    const comment = uuids[at]
    return comment === undefined ? name : (words.get(comment) ?? 'Deleted comment')
  })
}

export const readDeliveries = async (acting: Acting, query: z.output<typeof deliveriesQuerySchema>) => {
  onlyInternal(await actingPerson(acting))
  const { deliveries, total } = await listDeliveries(acting, query)
  const subjects = await subjectsOf(acting, deliveries)
  return {
    deliveries: deliveries.map((delivery, at) => ({
      id: delivery.id,
      event_name: delivery.event_name,
      object_name: subjects[at],
      receiver: shownUrl(delivery.hook_url),
      state: delivery.state,
      attempts: delivery.attempts,
      last_error: delivery.last_error,
      created_at: isoTime(delivery.created_at),
      settled_at: isoTime(delivery.settled_at),
    })),
    pagination: { total },
  }
}

/** Queues again a delivery that was set aside, with all its attempts. */
export const replayDelivery = async (acting: Acting, id: string) => {
  const delivery = /^\d{1,15}$/.test(id) ? Number(id) : 0
  await inTransaction(acting, async (acting) => {
    onlyInternal(await actingPerson(acting))
    const taken = await takeBack(acting, [delivery])
    if (taken.length === 0) throw notFound('Delivery to replay')
    await enqueueDeliveries(acting, taken)
  })
  return { id: delivery, state: 'waiting' }
}

/** The deliveries of one transaction: few enough not to block other writers. */
const mostAtOnce = 500

export const replayAll = async (acting: Acting): Promise<void> => {
  // Goes through each delivery once, even one that fails again right away.
  let after: number | undefined = 0
  while (after !== undefined) {
    const from: number = after
    after = await inTransaction(acting, async (acting) => {
      onlyInternal(await actingPerson(acting))
      // An update of many rows locks them in any order, so two replays at once could deadlock.
      await lockOrganization(acting, acting.deps.database.engine)
      const oldest = await oldestAside(acting, { limit: mostAtOnce, after: from })
      await enqueueDeliveries(acting, await takeBack(acting, oldest))
      return oldest.length < mostAtOnce ? undefined : oldest.at(-1)
    })
  }
}
