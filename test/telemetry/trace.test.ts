import { expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { createPacer } from '../../src/client/pacer.ts'
import { createLog } from '../../src/log.ts'
import { botWithThread } from '../bot/support/running-bot.ts'
import { standInTracker } from '../bot/support/stand-in-tracker.ts'
import { trackerOverHttp } from '../bot/support/tracker-over-http.ts'

type Line = Record<string, unknown>

const logging = () => {
  const lines: Line[] = []
  const log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line) as Line) })
  const of = (kind: string) => lines.filter(({ trace }) => String(trace).startsWith(`${kind}-`))
  return { lines, log, of }
}

const wordsOf = (lines: readonly Line[]) => lines.map(({ msg }) => String(msg))

test('every log line on the way of a comment to Slack and of a reply to the tracker has the same trace', async () => {
  const { log, of, lines } = logging()
  const tracker = standInTracker()
  const server = await trackerOverHttp(tracker)
  const api = createClient({ baseUrl: server.url, apiKey: 'a-key', log, pacer: createPacer({ gapMs: 0 }) })
  onTestFinished(async () => {
    await api[Symbol.asyncDispose]()
    await server.close()
  })
  const { say, idle } = await botWithThread({ log, tracker, api, watch: api.watch })
  await say('From Monday.')
  await idle()
  expect(new Set(of('event').map(({ trace }) => trace))).toEqual(new Set(['event-1']))
  expect(wordsOf(of('event'))).toEqual(
    expect.arrayContaining([
      'a webhook is stored',
      'tracker answered',
      'an event is handled',
      'Slack answered',
      'a message is posted',
    ]),
  )
  expect(new Set(of('reply').map(({ trace }) => trace))).toEqual(new Set(['reply-1']))
  expect(wordsOf(of('reply'))).toEqual(
    expect.arrayContaining([
      'a reply is stored',
      'tracker answered',
      'a reply is a comment',
      'Slack answered',
    ]),
  )
  const untraced = lines.filter(({ trace }) => trace === undefined)
  expect(untraced.filter(({ method }) => /^(chat|reactions)\./.test(String(method)))).toEqual([])
})

test('the line about a job that is tried again has the trace of its event', async () => {
  const { log, lines } = logging()
  const { customerSays, slack } = await botWithThread({ log })
  slack.answers('chat.postMessage', { status: 503 })
  const posting = customerSays('And then?')
  const again = () => lines.filter(({ msg }) => msg === 'a job will be tried again')
  await vi.waitFor(() => expect(again()).not.toEqual([]))
  slack.fault.next = undefined
  await posting
  expect(new Set(again().map(({ kind, trace }) => `${String(kind)} ${String(trace)}`))).toEqual(
    new Set(['post event-2']),
  )
})

test('at info there is one line for each thing done, without anything that was written', async () => {
  const { log, lines } = logging()
  log.level = 'info'
  const { say, idle } = await botWithThread({ log })
  await say('From Monday.')
  await idle()
  expect(wordsOf(lines).sort()).toEqual([
    'a message is posted',
    'a reply is a comment',
    'an event is handled',
  ])
  expect(JSON.stringify(lines)).not.toMatch(/Monday|Where do we start|xoxb/)
})
