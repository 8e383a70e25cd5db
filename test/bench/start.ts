import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beside, median, type Run, startProcess, type Table } from './measuring.ts'
import { standIns } from './world.ts'

/** The first is the baseline. */
const ways = Object.entries({
  'Bolt alone': ['test/bench/bare.ts'],
  'sources, as in a clone': ['--import', './src/start/needs-node.js', 'src/main.ts', 'start'],
  'compiled, as in the package': ['dist/bin.js', 'start'],
})

/** A production bot alone: Slack and the tracker are in another process. */
export const start = async ({ isShort }: Run): Promise<Table> => {
  const rounds = isShort ? 2 : 7
  execFileSync(process.execPath, [join(import.meta.dirname, '../../deploy/build/build.ts')])
  const { envOfOne, close } = await standIns()
  const caches = mkdtempSync(join(tmpdir(), 'onboarding-cache-'))
  const startOnce = async (args: readonly string[], cache: string) => {
    await using started = await startProcess(args, {
      ...envOfOne,
      NODE_COMPILE_CACHE: join(caches, cache),
      ONBOARDING_API_KEY: 'key',
      ONBOARDING_WEBHOOK_SECRET: 'b'.repeat(32),
      ONBOARDING_SUBSCRIBE: 'off',
    })
    const worked = started.worked()
    await sleep(2_000)
    return [started.readyMs, worked, started.resident()]
  }
  const found: number[][][] = ways.map(() => [])
  // In alternation, so that other load affects all. The first round fills the compile caches.
  for (let round = 0; round <= rounds; round += 1)
    for (const [way, [, args]] of ways.entries()) {
      const figures = await startOnce(args, String(way))
      if (round > 0) found[way]?.push(figures)
    }
  await close()
  rmSync(caches, { recursive: true, force: true })
  const medians = found.map((all) => [0, 1, 2].map((at) => median(all.map((one) => one[at] ?? 0))))
  return {
    title: 'Start-up of a production bot alone',
    head: ['', 'ms to ready', 'ms of processor time', 'resident MB'],
    rows: ways.map(([name], way) => [
      name,
      ...(medians[way] ?? []).map((figure, at) => beside(figure, way > 0 ? medians[0]?.[at] : undefined, 0)),
    ]),
    note: `From the start of the process to 200 from \`/readyz\`, the median of ${rounds} with a warm compile cache and a new SQLite database; the memory is two seconds later.`,
  }
}
