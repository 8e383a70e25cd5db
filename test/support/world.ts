import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { quickFolder } from './quick-folder.ts'
import { childEnvironment } from './run-main.ts'
import { freePort } from './free-port.ts'

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

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

const call = async <T>(url: string, init: Init = {}): Promise<T> => {
  const response = await fetch(url, {
    ...init,
    headers: { ...(init.body !== undefined && { 'content-type': 'application/json' }), ...init.headers },
  })
  const body = await response.text()
  if (!response.ok)
    throw new Error(`${init.method ?? 'GET'} ${url}: ${response.status} ${body.slice(0, 500)}`)
  return (body === '' ? undefined : JSON.parse(body)) as T
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
        cwd: join(import.meta.dirname, '../..'),
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
      call<T>(`${service}/v1${path}`, {
        method,
        headers: authorization,
        ...(body && { body: JSON.stringify(body) }),
      }),
    app: <T>(as: string, method: string, path: string, body?: object) =>
      call<T>(`${service}/app/api${path}`, {
        method,
        headers: { ...authorization, 'x-acting-user': as },
        ...(body && { body: JSON.stringify(body) }),
      }),
    tree: async (uuid: string) =>
      (await call<{ data: ProjectTree }>(`${service}/app/api/projects/${uuid}`, { headers: authorization }))
        .data,
    say: async (as: string, channel: string, text: string, threadTs?: string) => {
      const body = JSON.stringify({
        as,
        channel,
        text,
        ...(threadTs !== undefined && { thread_ts: threadTs }),
      })
      return (await call<{ ts: string }>(`${playground}/playground/api/messages`, { method: 'POST', body }))
        .ts
    },
    command: async (as: string, channel: string, text: string): Promise<void> => {
      await call(`${playground}/playground/api/commands`, {
        method: 'POST',
        body: JSON.stringify({ as, channel, text }),
      })
    },
    messages: async (channel: string, as = 'dana') =>
      (
        await call<{ messages: ChannelMessage[] }>(
          `${playground}/playground/api/channels/${channel}/messages?as=${as}`,
        )
      ).messages,
    [Symbol.asyncDispose]: async () => {
      await kill()
      rmSync(env.DATA_DIR, { recursive: true, force: true })
    },
  }
}
export type World = Awaited<ReturnType<typeof createWorld>>
