import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { comment, commentsOn, createProject, messageSaying, openTask, settled } from './support/story.ts'
import { installPackage } from './deploy/package.ts'
import { createWorld, eventually } from './support/world.ts'

/**
 * `npm run smoke`: starts everything on free ports with a new data directory and uses only public interfaces.
 * Follows one project from creation to announcement. Exits 0 if every step succeeds. With `packed`, it builds and
 * packs the package, and starts that, with the Node whose path follows.
 */
const [what, node = process.execPath] = process.argv.slice(2)
const channel = 'globex-onboarding'
const step = (text: string) => console.log(`✓ ${text}`)

const began = Date.now()
using installed = what === 'packed' ? installPackage() : undefined
if (installed) step(`packed ${installed.files.length} files, ${Math.round(installed.bytes / 1_024)} kB`)

const world = await createWorld({}, installed && { node, args: [installed.bin] })
try {
  await world.start()
  step(`started in ${world.startedIn()} ms`)

  await world.command('dana', channel, '/onboard subscribe account:Globex all')
  await messageSaying(world, channel, 'Globex')
  step('a channel is subscribed')

  const project = await createProject(world, 'Globex – Smoke')
  await messageSaying(world, channel, 'Globex – Smoke')
  step('a project is created from Standard Onboarding, and its card appears')

  const task = await openTask(world, project)
  await comment(world, 'robin@globex.example', task.uuid, 'Where do we start? <!channel>')
  const said = await messageSaying(world, channel, 'Where do we start?')
  assert.ok(said.thread_ts && said.thread_ts !== said.ts, 'the comment is a reply in a thread')
  assert.match(said.text, /&lt;!channel&gt;/)
  step("the customer's comment is a threaded message, and pings nobody")

  const ts = await world.say('lee', channel, 'On Monday, with *Dana*.', said.thread_ts)
  await settled(world, channel, ts)
  const comments = await commentsOn(world, project, task.uuid)
  const texts = comments.map(({ message_plain: text }) => text)
  assert.deepEqual(texts.slice(-1), ['Lee Wong (Slack): On Monday, with *Dana*.'])
  step(
    `the reply is one comment on the task, in its author’s name, ${Date.now() - began} ms after the beginning`,
  )

  await sleep(1_500)
  const thread = (await world.messages(channel)).filter((message) => message.thread_ts === said.thread_ts)
  const replies = thread.filter((message) => message.ts !== said.thread_ts)
  assert.equal(replies.length, 2, `no echo: ${JSON.stringify(replies.map(({ text }) => text))}`)
  assert.equal((await commentsOn(world, project, task.uuid)).length, comments.length)
  step('nothing is echoed')

  await world.app('dana@vendor.example', 'PATCH', `/projects/${project}`, { project_state: 'Completed' })
  const announced = await eventually('the announcement', async () =>
    (await world.messages(channel)).find(
      ({ text, thread_ts: at }) => !at && /completed/i.test(text) && text.includes('Globex – Smoke'),
    ),
  )
  assert.ok(announced.text.includes('Globex'))
  step('the completed project is announced')

  const { code, ms } = await world.stop()
  assert.equal(code, 0)
  assert.ok(ms < 5_000, `stopped in ${ms} ms`)
  step(`stopped in ${ms} ms`)
} catch (error) {
  console.error(error)
  console.error(world.output())
  await world.kill()
  process.exitCode = 1
}
