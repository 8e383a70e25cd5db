import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase as openBot } from '../../src/bot/store/database.ts'
import { openDatabase as openService } from '../../src/service/store/database.ts'
import { createDatabase, startPostgres } from '../support/postgres-server.ts'
import { comment, commentsOn, createProject, messageSaying, openTask, settled } from '../support/story.ts'
import { createWorld } from '../support/world.ts'
import { dumpsOf } from './dump.ts'
import { kindOf } from './note-statements.ts'
import { refusedBy } from './refused.ts'

/**
 * `npm run upgrade:record -- 1.2.0 [NOTED]`, once for each release: keeps its schema with the rows of a short story in
 * test/upgrade/versions. NOTED: the file that `note-statements.ts` has filled; docs/operations.md says how.
 */
const [version, noted] = process.argv.slice(2)
if (!version) {
  console.error('Usage: npm run upgrade:record -- VERSION [NOTED]')
  process.exit(2)
}

/** Once each, without those of migrations and of tests that use other tables. */
const statementsIn = async (file: string, serverUrl: string): Promise<string[]> => {
  const url = await createDatabase(serverUrl, 'both')
  for (const open of [openBot, openService]) await (await open(url))[Symbol.asyncDispose]()
  const all = readFileSync(file, 'utf8').trim().split('\n')
  // The shortest of each kind.
  const sorted = all.map((line) => JSON.parse(line) as string).sort((one, other) => other.length - one.length)
  const texts = new Map(sorted.map((text) => [kindOf(text), text]))
  const working = []
  for (const text of texts.values()) if ((await refusedBy(url, [text])).length === 0) working.push(text)
  return working.sort()
}

const channel = 'globex-onboarding'
const world = await createWorld()
await world.start()
await world.command('dana', channel, '/onboard subscribe account:Globex all')
const project = await createProject(world, 'Globex – Upgrade')
const task = await openTask(world, project)
await comment(world, 'robin@globex.example', task.uuid, "Where's the \\ plan? ☕")
const said = await messageSaying(world, channel, 'plan? ☕')
const ts = await world.say('lee', channel, 'On Monday.', said.thread_ts)
await settled(world, channel, ts)
await commentsOn(world, project, task.uuid)
await world.app('dana@vendor.example', 'PATCH', `/projects/${project}`, { project_state: 'Completed' })
await messageSaying(world, channel, 'completed')
await world.stop()

const dataDir = world.env['DATA_DIR'] ?? ''
const folder = join(import.meta.dirname, 'versions', version)
mkdirSync(folder, { recursive: true })
const server = await startPostgres({ fsync: false })
for (const [program, file] of [
  ['bot', 'onboarding.db'],
  ['service', 'service.db'],
] as const) {
  const empty = await createDatabase(server.url, program)
  const dumps = await dumpsOf(`sqlite:${join(dataDir, file)}`, empty)
  for (const [engine, text] of Object.entries(dumps))
    writeFileSync(join(folder, `${program}.${engine}.sql`), text)
}
if (noted) {
  const lines = (await statementsIn(noted, server.url)).map((text) => `${JSON.stringify(text)}\n`)
  writeFileSync(join(folder, 'statements.jsonl'), lines.join(''))
}
await server[Symbol.asyncDispose]()
rmSync(dataDir, { recursive: true, force: true })
console.log(folder)
process.exit(0)
