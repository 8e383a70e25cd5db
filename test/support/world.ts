import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { quickFolder } from './quick-folder.ts'
import { childEnvironment } from './run-main.ts'
import { freePort } from './free-port.ts'
import { root } from './files.ts'

export interface ChannelMessage {
  ts: string
  thread_ts?: string
  text: string
  username?: string
  user?: string
  bot_id?: string
  ephemeral?: boolean
  reactions?: { name: string; users: string[] }[]
}
interface TrackerComment {
  uuid: string
  created_by_name: string
  message_plain: string
}
export interface TrackerTask {
  uuid: string
  name: string
  status: string
  is_internal: boolean
  comments: TrackerComment[]
}
interface ProjectTree {
  project: { uuid: string; name: string; project_state: string }
  modules: { uuid: string; name: string; tasks: TrackerTask[] }[]
}

/** Repeats the check until it returns something, or fails with the last result. */
export const eventually = async <T>(
  what: string,
  check: () => Promise<T | undefined>,
  ms = 15_000,
): Promise<T> => {
  const end = Date.now() + ms
  for (;;) {
    const seen = await check().catch(() => undefined)
    if (seen !== undefined) return seen
    if (Date.now() > end) throw new Error(`never seen: ${what}`)
    await sleep(50)
  }
}

const call = async <T>(method: string, url: string, body?: object, headers: object = {}): Promise<T> => {
  const response = await fetch(url, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${answer.slice(0, 500)}`)
  return (answer === '' ? undefined : JSON.parse(answer)) as T
}

interface Started {
  readonly node: string
  readonly args: readonly string[]
}
const sources: Started = { node: process.execPath, args: ['src/main.ts'] }

/**
 * The whole product in its own process on free ports, driven only through its public interfaces. Disposing it ends the
 * process and removes its data.
 */
export const createWorld = async (changes: Record<string, string> = {}, { node, args } = sources) => {
  const [port, servicePort, playgroundPort] = await Promise.all([freePort(), freePort(), freePort()])
  const bot = `http://127.0.0.1:${port}`
  const service = `http://127.0.0.1:${servicePort}`
  const playground = `http://127.0.0.1:${playgroundPort}`
  const page = `${playground}/playground/api`
  const env = {
    PORT: String(port),
    SERVICE_PORT: String(servicePort),
    PLAYGROUND_PORT: String(playgroundPort),
    DATA_DIR: mkdtempSync(join(quickFolder(), 'onboarding-world-')),
    LOG_LEVEL: 'warn',
    ...changes,
  }
  let child: ChildProcess | undefined
  let output = ''
  let startedIn = 0
  const exited = (process: ChildProcess) =>
    new Promise<number | null>((resolve) => {
      if (process.exitCode !== null) resolve(process.exitCode)
      else process.once('exit', (code) => resolve(code))
    })
  const authorization = { authorization: 'Bearer demo-api-key' }
  const kill = async () => {
    if (!child) return
    child.kill('SIGKILL')
    await exited(child)
  }
  return {
    bot,
    service,
    playground,
    env,
    output: () => output,
    /** Milliseconds from the start to the line that names the URL. */
    startedIn: () => startedIn,
    start: async (): Promise<void> => {
      const began = Date.now()
      output = ''
      const started = spawn(node, args, {
        cwd: root,
        env: { ...childEnvironment(), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (text: Buffer) => (output += text.toString()))
      }
      await eventually(
        `the line that names the URL, in: ${output}`,
        async () => {
          if (started.exitCode !== null) throw new Error(output)
          return /^Open http/m.test(output) ? true : undefined
        },
        30_000,
      ).catch((error: unknown) => {
        throw new Error(`it did not start: ${output}`, { cause: error })
      })
      startedIn = Date.now() - began
    },
    kill,
    /** Sends SIGINT. Returns the exit code and the duration. */
    stop: async () => {
      const began = Date.now()
      child?.kill('SIGINT')
      const code = child ? await exited(child) : null
      return { code, ms: Date.now() - began }
    },
    v1: <T>(method: string, path: string, body?: object) =>
      call<T>(method, `${service}/v1${path}`, body, authorization),
    app: <T>(as: string, method: string, path: string, body?: object) =>
      call<T>(method, `${service}/app/api${path}`, body, { ...authorization, 'x-acting-user': as }),
    tree: async (uuid: string) => {
      const url = `${service}/app/api/projects/${uuid}`
      return (await call<{ data: ProjectTree }>('GET', url, undefined, authorization)).data
    },
    say: async (as: string, channel: string, text: string, thread_ts?: string) => {
      const said = { as, channel, text, thread_ts }
      return (await call<{ ts: string }>('POST', `${page}/messages`, said)).ts
    },
    command: (as: string, channel: string, text: string) =>
      call<object>('POST', `${page}/commands`, { as, channel, text }),
    messages: async (channel: string, as = 'dana') => {
      const url = `${page}/channels/${channel}/messages?as=${as}`
      return (await call<{ messages: ChannelMessage[] }>('GET', url)).messages
    },
    /** The playground's switches: how the tracker answers, and how Slack does. */
    setTracker: (tracker: string) => call<object>('PUT', `${page}/tracker-outage`, { tracker }),
    setSlack: (slack: string) => call<object>('PUT', `${page}/outage`, { slack }),
    [Symbol.asyncDispose]: async () => {
      await kill()
      rmSync(env.DATA_DIR, { recursive: true, force: true })
    },
  }
}
export type World = Awaited<ReturnType<typeof createWorld>>
