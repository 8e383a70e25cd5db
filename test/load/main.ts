import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { markdown } from '../bench/table.ts'
import { mondays, runCell } from '../simulate/cell.ts'
import { pageOf } from '../simulate/page.ts'
import { parametersWith } from '../simulate/parameters.ts'
import { startInstalledBot } from '../support/installed-bot.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { createSender, performer } from './perform.ts'
import { jsonOf, plotsOf, type Sample, tablesOf } from './report.ts'
import { scriptOf } from './script.ts'
import { slackSide } from './slack.ts'
import { trackerSide } from './tracker.ts'
import { createWatch } from './watch.ts'

/**
 * `npm run load -- --minutes 15 --installations 1 --engine sqlite|postgres --seed 1`: Monday at nine for one bot.
 * Writes test-output/load-report.html and load-report.json. Exit status 1 if something did not arrive.
 */
const usage = 'npm run load -- --minutes 15 --installations 1 --engine sqlite|postgres --seed 1'
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    installations: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: '1' },
  },
})
const { engine } = values
const [minutes, installations, seed] = [values.minutes, values.installations, values.seed].map(Number)
if (!(minutes! > 0) || !Number.isInteger(installations) || installations! < 1 || !Number.isInteger(seed)) {
  console.error(usage)
  process.exit(2)
}
if (engine !== 'sqlite' && engine !== 'postgres') {
  console.error(usage)
  process.exit(2)
}

const waitingJobs = /^onboarding_jobs_waiting\{kind="(?:event|post|reply|mark)"\} (\d+)$/gm
/** What is under way has this long without any progress after the last deed. */
const patienceMs = 60_000
/** Monday's quarter of an hour, or as much of it as there is time for. */
const share = minutes! / 15
const usual = parametersWith()
const parameters = parametersWith({
  peakMinutes: minutes!,
  comments: Math.ceil(usual.comments * share),
  replies: Math.ceil(usual.replies * share),
  slackMs: 0,
  trackerMs: 0,
})
const { customers: projects, channels } = parameters
const workspaces = mondays(seed!, installations!, parameters)
const script = scriptOf(seed!, workspaces, projects)

const home = mkdtempSync(join(tmpdir(), 'onboarding-load-'))
await using stack = new AsyncDisposableStack()
stack.defer(() => rmSync(home, { recursive: true, force: true }))
const databaseUrl =
  engine === 'sqlite'
    ? `sqlite:${join(home, 'load.db')}`
    : stack.use(await startPostgres({ fsync: true })).url
const watch = createWatch()
let botUrl = ''
const sender = createSender(watch, () => botUrl)
const tracker = await trackerSide(watch, sender.hook)
stack.defer(tracker.close)
const slack = await slackSide(watch, installations!, channels)
stack.defer(slack.close)
const bot = stack.use(
  await startInstalledBot({
    databaseUrl,
    slackUrl: slack.apiUrl,
    trackerUrl: tracker.url,
    installations: installations!,
    projects: () => projects,
    channels,
  }),
)
botUrl = bot.url
stack.defer(sender.close)
watch.restart()

const samples: Sample[] = []
const { perform, skipped } = performer({ watch, sender, slack, tracker, channels })
const refused = () => ({ ...slack.refused, ...tracker.refused })
const count = (counts: object) => Object.values(counts).reduce((sum: number, n: number) => sum + n, 0)
const end = new AbortController()

/** Progress on one line, or every ten seconds on a line of its own where there is no terminal. */
const show = ({ at, waiting, memory }: Sample) => {
  const { isTTY } = process.stdout
  if (!isTTY && samples.length % 10 !== 1) return
  const line = `${Math.floor(at / 1_000)} s: ${watch.begun()} begun, ${watch.open()} under way, ${waiting} jobs waiting, ${count(refused())} × 429, ${Math.round(memory / 2 ** 20)} MB`
  process.stdout.write(isTTY ? `\r${line}\u001B[K` : `${line}\n`)
}
const watching = (async () => {
  while (!end.signal.aborted) {
    const sample = {
      at: watch.elapsed(),
      waiting: await bot.sum(waitingJobs),
      memory: bot.resident(),
      workedMs: bot.worked(),
    }
    samples.push(sample)
    show(sample)
    await sleep(1_000)
  }
})()

const underWay: Promise<void>[] = []
for (const deed of script) {
  await sleep(Math.max(0, deed.at - watch.elapsed()))
  underWay.push(perform(deed))
}
await Promise.all(underWay)
for (let [left, since] = [watch.open(), watch.elapsed()]; left > 0;) {
  await sleep(200)
  if (watch.open() < left) [left, since] = [watch.open(), watch.elapsed()]
  if (watch.elapsed() - since > patienceMs) break
}
end.abort()
await watching

const where = `${minutes} minutes, ${installations} installations, ${engine}, seed ${seed}; ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, load after ${loadavg()[0]?.toFixed(1)}`
const run = {
  watch,
  samples,
  refused: refused(),
  skipped,
  failed: sender.failed(),
  model: runCell(workspaces, 1, parameters),
}
const tables = tablesOf(run)
for (const table of tables) console.log(`\n${markdown(table, where)}`)
const folder = join(import.meta.dirname, '../../test-output')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'load-report.json'), jsonOf(run, where))
writeFileSync(join(folder, 'load-report.html'), pageOf(`Load: ${where}`, tables, plotsOf(run)))
console.log(`\n${join(folder, 'load-report.html')}`)
if (watch.open() > 0 || sender.failed() > 0) process.exitCode = 1
