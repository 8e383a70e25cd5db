import { spawn, type ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from '../../support/run-main.ts'
import type { Timeline, Blame } from '../timeline.ts'
import { freePort } from '../../support/free-port.ts'
import { root } from '../../support/files.ts'

const startMs = 180_000
/** A supervisor kills what takes longer to stop. */
const stopMs = 6_000

const shortened = (line: string): string => {
  try {
    const { level: _level, time: _time, msg, ...facts } = JSON.parse(line) as Record<string, unknown>
    return `${String(msg)} ${JSON.stringify(facts)}`
  } catch {
    return line
  }
}

interface Options {
  readonly name: string
  readonly port: number
  readonly env: Readonly<Record<string, string>>
  readonly timeline: Timeline
  readonly blame: Blame
  /** The file with its clock's shift. Undefined if it uses the machine's clock. */
  readonly clockFile?: string | undefined
  /** Undefined: the bot. */
  readonly program?: 'service'
}

/** One process of the product, with a supervisor that restarts it if it ends by itself. */
export const createNode = ({ name, port, env, timeline, blame, clockFile, program }: Options) => {
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let wanted = false
  let up: number | undefined
  process.on('exit', () => child?.kill('SIGKILL'))
  const listen = (started: ChildProcess) => {
    let last = ''
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (chunk: Buffer) => {
        for (const line of chunk
          .toString()
          .split('\n')
          .filter((text) => text.trim() !== '')) {
          timeline.add(name, shortened(line))
          last = line
        }
      })
    started.once('exit', (code, signal) => {
      up = undefined
      timeline.add(name, `ended: ${code ?? signal}`)
      if (!wanted || child !== started) return
      blame('a process ended by itself', `${name}: ${code ?? signal}, ${last.slice(0, 200)}`)
      void sleep(1_000, undefined, { ref: false }).then(() => (wanted ? start() : undefined))
    })
  }
  const launch = () => {
    const before = clockFile === undefined ? [] : ['--import', './test/chaos/processes/clock.ts']
    child = spawn(process.execPath, [...before, 'src/main.ts', ...(program ? [program] : [])], {
      cwd: root,
      env: {
        ...childEnvironment(),
        PORT: String(port),
        CHAOS_CLOCK: clockFile,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    timeline.add(name, `started, process ${child.pid}`)
    listen(child)
  }
  const isUp = async () => {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => undefined,
    )
    return answer?.status === 200
  }
  const start = async (): Promise<void> => {
    wanted = true
    launch()
    const end = performance.now() + startMs
    for (;;) {
      if (!wanted || performance.now() > end) break
      if (await isUp()) {
        up = timeline.now()
        return timeline.add(name, 'is up')
      }
      await sleep(100)
    }
    if (wanted) blame.inTime('a process did not start', name)
  }
  const end = async (signal: NodeJS.Signals) => {
    wanted = false
    up = undefined
    const ending = child
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return undefined
    const exited = new Promise<number | null>((resolve) => void ending.once('exit', (code) => resolve(code)))
    timeline.add('chaos', `${signal} to ${name}`)
    ending.kill(signal)
    return exited
  }
  return {
    name,
    url,
    /** When it came up, in ms of the timeline. Undefined while it is down or frozen. */
    upSince: () => up,
    pid: () => child?.pid,
    start,
    kill: async (): Promise<void> => void (await end('SIGKILL')),
    stop: async (): Promise<void> => {
      const from = performance.now()
      const code = await end('SIGTERM')
      const took = Math.round(performance.now() - from)
      if (took > stopMs || code === 1)
        blame.inTime('a stop was not clean', `${name}: exit ${code} after ${took} ms`)
    },
    freeze: async (ms: number): Promise<void> => {
      timeline.add('chaos', `SIGSTOP to ${name}, for ${ms} ms`)
      up = undefined
      child?.kill('SIGSTOP')
      await sleep(ms)
      child?.kill('SIGCONT')
      up = timeline.now()
      timeline.add('chaos', `SIGCONT to ${name}`)
    },
    /** Shifts its clock, until the next call. */
    setClock: (ms: number): void => {
      if (clockFile === undefined) return
      writeFileSync(clockFile, String(ms))
      timeline.add('chaos', `the clock of ${name} is off by ${ms / 1_000} s`)
    },
  }
}

export type Node = ReturnType<typeof createNode>

/** Enough attempts that no fault makes the service set a delivery aside. */
const attempts = Array.from({ length: 120 }, () => 1).join(',')

/** The service as its users start it, with its demo organization. */
export const serviceProcess = async ({
  home,
  timeline,
  blame,
}: Pick<Options, 'timeline' | 'blame'> & { home: string }) => {
  const key = 'a-key-for-the-service-of-a-world'
  const port = await freePort()
  const node = createNode({
    name: 'the service',
    port,
    program: 'service',
    timeline,
    blame,
    env: {
      SERVICE_PORT: String(port),
      DATA_DIR: join(home, 'service'),
      LOG_LEVEL: 'warn',
      SERVICE_API_KEY: key,
      SERVICE_HOOK_RETRY_SECONDS: attempts,
      SERVICE_PRIVATE_HOOKS: '1',
      SERVICE_WRITES_PER_MINUTE: '100000',
    },
  })
  await node.start()
  return { node, url: node.url, key }
}
