import type { StandInSlack, SlackCall } from './stand-in-slack.ts'

/** How Slack limits apps that are distributed outside the Marketplace. */
const limit = { everyMs: 60_000, objects: 15 }

const limited = ['conversations.history', 'conversations.replies']

/**
 * From now on, this Slack answers each method that reads messages once a minute, with fifteen of them. `also`: what else
 * goes wrong.
 */
export const allowOneCallAMinute = (
  slack: Pick<StandInSlack, 'fault' | 'answer'>,
  now: () => number,
  also: (call: SlackCall) => object | undefined = () => undefined,
  everyMs = limit.everyMs,
) => {
  const last = new Map<string, number>()
  const calls: { at: number; method: string; refused: boolean }[] = []
  slack.fault.next = (call) => {
    const { method, args } = call
    if (!limited.includes(method)) return also(call)
    const left = (last.get(method) ?? -Infinity) + everyMs - now()
    calls.push({ at: now(), method, refused: left > 0 })
    if (left > 0)
      return { status: 429, headers: { 'retry-after': String(Math.ceil(left / 1_000)) }, body: 'ratelimited' }
    last.set(method, now())
    return { body: pageOf(method, args, slack.answer(call) as unknown as { messages: { ts: string }[] }) }
  }
  return calls
}

/** The newest messages come first in a channel, the oldest in a thread, where its first message is on every page. */
const pageOf = (
  method: string,
  args: Record<string, unknown>,
  { messages }: { messages: { ts: string }[] },
) => {
  const { oldest = 0, latest = Infinity, cursor = '0', ts: rootTs, inclusive } = args
  const [from, to, at] = [Number(oldest), Number(latest), Number(cursor)]
  const isWithin = ({ ts }: { ts: string }) =>
    inclusive ? Number(ts) >= from && Number(ts) <= to : Number(ts) > from && Number(ts) < to
  const isThread = method === 'conversations.replies'
  const found = messages
    .filter((message) => isWithin(message) && !(isThread && message.ts === rootTs))
    .sort((one, other) => (Number(one.ts) - Number(other.ts)) * (isThread ? 1 : -1))
  const size = isThread ? limit.objects - 1 : limit.objects
  const next = at + size < found.length ? String(at + size) : ''
  const root = isThread ? messages.filter(({ ts }) => ts === rootTs) : []
  return {
    ok: true,
    messages: [...root, ...found.slice(at, at + size)],
    has_more: next !== '',
    response_metadata: { next_cursor: next },
  }
}
