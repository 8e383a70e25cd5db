import { expect, test } from 'vitest'
import { eventRows } from '../support/rows/post-rows.ts'
import { twoInstallations } from '../support/two-installations.ts'
import type { Side } from './crossings/side.ts'
import { type World, worldOf } from './crossings/world.ts'

const says = (world: World, { tracker }: Side) => world.comments(tracker, tracker.mark)

const posted = ({ slack, tracker }: Side) =>
  slack.done.filter(
    ({ method, args }) => method === 'chat.postMessage' && String(args['text']).includes(tracker.mark),
  ).length

/** More than a node works on at once. */
const many = Array.from({ length: 60 }, (_, n) => `C0MANY${n}`)

test.each([
  {
    outage: 'Slack that hangs',
    begin: ({ slack }: Side, over: Promise<void>) => {
      slack.fault.next = () => over.then(() => undefined)
    },
    isSeen: ({ slack }: Side) => slack.calls.length > slack.done.length,
  },
  {
    outage: 'revoked token',
    begin: ({ slack }: Side) => {
      slack.fault.next = () => ({ body: { ok: false, error: 'token_revoked' } })
    },
    isSeen: ({ slack }: Side) => slack.calls.length > slack.done.length,
  },
  {
    outage: 'used-up quota of its tracker',
    begin: ({ tracker }: Side) => {
      tracker.control.down = 'quota'
    },
    isSeen: ({ tracker }: Side) => tracker.calls.some(({ method }) => method === 'getComment'),
  },
])("an installation's $outage delays nobody else", async ({ begin, isSeen }) => {
  await using world = await worldOf('sqlite', 3)
  const [one, ill, other] = world.sides as [Side, Side, Side]
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  await world.subscribe(ill.n, many)
  begin(ill, over)
  for (let n = 0; n < 20; n += 1) await says(world, ill)
  await expect.poll(() => isSeen(ill)).toBe(true)
  await says(world, one)
  await says(world, other)
  await expect.poll(() => [one, other].every((side) => posted(side) >= 2)).toBe(true)
  expect(posted(ill)).toBe(0)
  end()
})

const refusal = { success: false, message: 'No.', errors: [], metadata: { request_id: 'r' } }

test('work of an installation is set aside on the one connection of SQLite, also just after its key was replaced', async () => {
  const two = await twoInstallations()
  await two.connect('first-key')
  await two.commandThere('subscribe all')
  two.trackerFault.next = ({ name }) =>
    name === 'getComment' ? { holdMs: 1_000, status: 422, body: refusal } : undefined
  await two.commentThere('poison')
  await two.submit('connect_dialog', { tracker_key: 'second-key' })
  // With the first key's client, the call under way ended, and is tried again.
  await expect
    .poll(async () => (await eventRows((await two.depsThere()).database)).map(({ state }) => state))
    .toEqual(['aside'])
})
