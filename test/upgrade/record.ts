import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { comment, commentsOn, createProject, messageSaying, openTask, settled } from '../support/story.ts'
import { createWorld } from '../support/world.ts'
import { type Program, recorded, rowsAt, type Rows, stepsNow, versions } from './recorded.ts'

/**
 * `npm run upgrade:record -- 1.2.0`, once for each release: keeps the database that the version wrote in a short story.
 * If the schema is the recorded one, the record stays: another run has other uuids and times.
 */
const [version] = process.argv.slice(2)
if (!version) {
  console.error('Usage: npm run upgrade:record -- VERSION')
  process.exit(2)
}

const isRecorded = async (program: Program) =>
  versions.includes(version) && isDeepStrictEqual(recorded(version, program).steps, await stepsNow(program))
if ((await isRecorded('bot')) && (await isRecorded('service'))) {
  console.log(
    `${version} is recorded with this schema. To record it again, delete test/upgrade/versions/${version}.`,
  )
  process.exit(0)
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

/** A row a line. */
const written = (rows: Rows): string =>
  Object.entries(rows)
    .map(
      ([table, all]) =>
        `    ${JSON.stringify(table)}: [${all.map((row) => `\n      ${JSON.stringify(row)}`).join(',')}]`,
    )
    .join(',\n')

const dataDir = world.env['DATA_DIR'] ?? ''
const folder = join(import.meta.dirname, 'versions', version)
mkdirSync(folder, { recursive: true })
const files: Readonly<Record<Program, string>> = { bot: 'onboarding.db', service: 'service.db' }
for (const program of ['bot', 'service'] as const) {
  const steps = JSON.stringify(await stepsNow(program), undefined, 2)
  const rows = written(await rowsAt(`sqlite:${join(dataDir, files[program])}`))
  writeFileSync(join(folder, `${program}.json`), `{\n  "steps": ${steps},\n  "rows": {\n${rows}\n  }\n}\n`)
}
rmSync(dataDir, { recursive: true, force: true })
console.log(folder)
process.exit(0)
