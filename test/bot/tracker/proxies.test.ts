import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import { createPacer } from '../../../src/client/pacer.ts'
import { botWithThread, commentEvent } from '../support/running-bot.ts'
import { standInTracker } from '../support/stand-in-tracker.ts'
import { type TrackerCall, trackerOverHttp } from '../support/tracker-over-http.ts'
import type { Trouble } from '../support/slack/trouble.ts'

const html = { 'content-type': 'text/html' }
const signIn = '<!doctype html><title>Sign in</title>'

/** What stands in the tracker's place during a deployment. */
const others: Readonly<Record<string, Trouble>> = {
  'a 404 in words': { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' },
  'a 404 page': { status: 404, headers: html, body: signIn },
  'a gateway’s 404': { status: 404, body: { message: 'no Route matched with those values' } },
  'an empty 404': { status: 404, body: '' },
  'an empty 405': { status: 405, body: '' },
  'a gateway’s 400': { status: 400, body: { error: 'Bad Request', statusCode: 400 } },
  'a redirect': { status: 302, headers: { location: '/sign-in' }, body: '' },
  'a refusal by the gateway': { status: 403, body: { message: 'Forbidden' } },
}

/** A bot whose calls of one name meet something else first, as often as the client tries, and once more. */
const behind = async (met: TrackerCall['name'] | undefined, times: number) => {
  let name = met
  let left = 0
  let trouble: Trouble = {}
  const tracker = standInTracker()
  const server = await trackerOverHttp(tracker, (call) =>
    call.name === name && left > 0 ? ((left -= 1), trouble) : undefined,
  )
  const api = createClient({
    baseUrl: server.url,
    apiKey: 'key',
    pacer: createPacer({ gapMs: 0 }),
    sleep: async () => undefined,
  })
  onTestFinished(async () => {
    await api[Symbol.asyncDispose]()
    await server.close()
  })
  const meet = (next: Trouble, at = name) => {
    name = at
    left = times
    trouble = next
  }
  return { ...(await botWithThread({ api, watch: api.watch, tracker })), meet, met: () => left === 0 }
}

test('a comment whose tracker is away behind a proxy is posted once the tracker is back', async () => {
  const { tracker, hook, slack, until, meet, met } = await behind('getComment', 4)
  for (const [what, trouble] of Object.entries({
    ...others,
    'a sign-in page': { headers: html, body: signIn },
  })) {
    meet(trouble)
    await hook(commentEvent(tracker.addComment({ message_plain: `After ${what}` })))
    await until(() => expect(slack.messages.map(({ text }) => text).join()).toContain(`After ${what}`))
    expect([what, met()]).toEqual([what, true])
  }
})

test('a reply is one comment once the tracker is back, and gets no ⚠️ meanwhile', async () => {
  const { tracker, say, slack, until, meet, met } = await behind('createComment', 1)
  for (const [what, trouble] of Object.entries(others)) {
    meet(trouble)
    const { ts } = await say(`Reply to ${what}`)
    await until(() => expect(slack.reactions(ts)).toEqual(['white_check_mark']))
    expect([what, met()]).toEqual([what, true])
  }
  const made = [...tracker.comments.values()].map(({ message_plain: text }) => text)
  for (const what of Object.keys(others))
    expect(made.filter((text) => text.endsWith(`Reply to ${what}`))).toHaveLength(1)
  expect(slack.made('reactions.add').map(({ name }) => name)).not.toContain('warning')
})

/** Every way in which a record lacks a field that doesn't find it. */
const lacking = (record: object, kept: readonly string[]) =>
  Object.keys(record)
    .filter((field) => !kept.includes(field))
    .flatMap((field) => [
      { field, value: null },
      { field, value: undefined },
    ])

test('a comment or a task that lacks a field is shown at once', async () => {
  const { tracker, hook, slack, root, until, meet } = await behind(undefined, 1)
  const known = tracker.newest()
  const task = await tracker.api.getTask({ task_uuid: known.associated_object_uuid ?? '' })
  const kept = ['uuid', 'associated_object_uuid']
  const cases = [
    ...lacking(known, kept).map((lack) => ({ ...lack, name: 'getComment' as const })),
    ...lacking(task, kept).map((lack) => ({ ...lack, name: 'getTask' as const })),
  ]
  for (const [at, { name, field, value }] of cases.entries()) {
    // Many comments of one author are counted in one message.
    const author = { created_by_uuid: `author ${at}`, created_by_name: `Casey ${at}` }
    const comment = tracker.addComment({ message_plain: `${name} without ${field}: ${value}`, ...author })
    const record = name === 'getComment' ? comment : task
    meet(
      { body: { success: true, data: { ...record, [field]: value }, metadata: { request_id: 'r' } } },
      name,
    )
    const before = slack.thread(root.ts).length
    await hook(commentEvent(comment))
    await until(() => expect(slack.thread(root.ts)).toHaveLength(before + 1))
    const shown = slack.messages.at(-1)
    expect(shown?.username).toBe(
      `${field === 'created_by_name' ? 'Someone' : author.created_by_name}, Acme Corp`,
    )
    expect(shown?.text).toContain(field === 'message_plain' ? '(no text)' : comment.message_plain)
  }
  expect(cases.length).toBeGreaterThan(20)
})
