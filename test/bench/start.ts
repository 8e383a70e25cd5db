import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signingSecret } from '../bot/support/start-node.ts'
import { startProcess } from './process.ts'
import { type Run, beside, median, type Table } from './programs.ts'
import { standIns } from './world.ts'

const bare = 'Bolt alone'
const ways = {
  [bare]: ['test/bench/bare.ts'],
  'sources, as in a clone': ['--import', './src/start/needs-node.js', 'src/main.ts', 'start'],
  'compiled, as in the package': ['dist/bin.js', 'start'],
}

/** A production bot alone: Slack and the tracker are in another process. */
export const start = async ({ isShort }: Run): Promise<Table> => {
  const rounds = isShort ? 2 : 7
  execFileSync(process.execPath, [join(import.meta.dirname, '../../deploy/build/build.ts')])
  const { workspaces, trackers, close } = await standIns()
  const caches = mkdtempSync(join(tmpdir(), 'onboarding-cache-'))
  const startOnce = async (way: string, args: readonly string[]) => {
    await using started = await startProcess(args, {
      NODE_COMPILE_CACHE: join(caches, way.slice(0, 4)),
      SLACK_API_URL: workspaces.apiUrl,
      SLACK_BOT_TOKEN: 'xoxb-T0-bare',
      SLACK_SIGNING_SECRET: signingSecret,
      ONBOARDING_BASE_URL: trackers.url,
      ONBOARDING_API_KEY: 'key',
      ONBOARDING_WEBHOOK_SECRET: 'b'.repeat(32),
      ONBOARDING_SUBSCRIBE: 'off',
    })
    const worked = started.worked()
    await sleep(2_000)
    return [started.readyMs, worked, started.resident() / 2 ** 20]
  }
  const found = new Map<string, number[][]>()
  // In alternation, so that other load affects all. The first round fills the compile caches.
  for (let round = 0; round <= rounds; round += 1)
    for (const [way, args] of Object.entries(ways)) {
      const figures = await startOnce(way, args)
      if (round > 0) found.set(way, [...(found.get(way) ?? []), figures])
    }
  await close()
  rmSync(caches, { recursive: true, force: true })
  const medians = new Map(
    [...found].map(([way, all]) => [way, [0, 1, 2].map((at) => median(all.map((one) => one[at] ?? 0)))]),
  )
  return {
    title: 'Start-up of a production bot alone',
    head: ['', 'ms to ready', 'ms of processor time', 'resident MB'],
    rows: [...medians].map(([way, figures]) => [
      way,
      ...figures.map((figure, at) => beside(figure, way === bare ? undefined : medians.get(bare)?.[at], 0)),
    ]),
    note: `From the start of the process to 200 from \`/readyz\`, the median of ${rounds} with a warm compile cache and a new SQLite database; the memory is two seconds later.`,
  }
}
