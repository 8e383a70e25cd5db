import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import { eventually } from '../support/world.ts'

/** A program as a process of its own, ready to serve. `worked` and `resident` are Linux's figures of it. */
export const startProcess = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'onboarding-bench-'))
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: `sqlite:${join(dataDir, 'bot.db')}`,
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  const over = once(child, 'exit')
  await eventually('a program that is ready', async () =>
    (await fetch(`${url}/readyz`)).ok ? true : undefined,
  )
  const readyMs = performance.now() - began
  /** Resident bytes. */
  const resident = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1_024
  return {
    url,
    readyMs,
    resident,
    /** Ms of processor time until now. Linux counts 100 ticks a second. */
    worked: (): number => {
      const [, rest = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')
      const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number)
      return (user + system) * 10
    },
    /** Resident bytes after a garbage collection, in a process that has `collectGarbage`. */
    settled: async (): Promise<number> => {
      for (let n = 0; n < 3; n += 1) {
        child.kill('SIGUSR2')
        await sleep(1_000)
      }
      return resident()
    },
    /** How many statements the database got. `begin` and `commit` count, too. */
    statements: async (): Promise<number> => {
      const metrics = await (await fetch(`${url}/metrics`)).text()
      const counts = metrics.matchAll(/^onboarding_database_statement_seconds_count\{.*\} (\d+)$/gm)
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await over
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Options of Node for `settled`: memory is then what a program holds, not what it has not swept yet. */
export const collectGarbage = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGUSR2",()=>globalThis.gc())',
]
