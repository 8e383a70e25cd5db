import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { quickFolder } from '../../support/quick-folder.ts'
import { childEnvironment } from '../../support/run-main.ts'
import { actsBy } from './acts.ts'
import { hookAt, secret, signedHeaders, signingSecret } from './start-node.ts'
import { standInSlack } from './slack/stand-in-slack.ts'
import { project, standInTracker } from './stand-in-tracker.ts'
import { trackerOverHttp } from './tracker-over-http.ts'
import { freePort } from '../../support/free-port.ts'
import { root } from '../../support/files.ts'

/** The bot as its users start it, in a process of its own, between two stand-ins that can kill it at any call. */
export const createProcess = async (env: Record<string, string> = {}) => {
  const slack = await standInSlack()
  const tracker = standInTracker()
  const server = await trackerOverHttp(tracker)
  const port = await freePort()
  const dataDir = mkdtempSync(join(quickFolder(), 'onboarding-process-'))
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  /** The exit code; null when a signal ended it. */
  const exited = () =>
    new Promise<number | null>((resolve) =>
      child?.exitCode === null && child.signalCode === null
        ? child.once('exit', (code) => resolve(code))
        : resolve(child?.exitCode ?? null),
    )
  const start = async () => {
    child = spawn(process.execPath, ['src/main.ts'], {
      cwd: root,
      env: {
        ...childEnvironment(),
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
        SLACK_BOT_TOKEN: 'xoxb-test',
        SLACK_SIGNING_SECRET: signingSecret,
        SLACK_API_URL: slack.apiUrl,
        ONBOARDING_BASE_URL: server.url,
        ONBOARDING_API_KEY: 'key',
        ONBOARDING_WEBHOOK_SECRET: secret,
        ONBOARDING_SUBSCRIBE: 'off',
        ...env,
      },
      stdio: 'ignore',
    })
    await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), {
      timeout: 30_000,
      interval: 50,
    })
  }
  const kill = async () => {
    child?.kill('SIGKILL')
    await exited()
  }
  const close = async () => {
    await kill()
    await slack[Symbol.asyncDispose]()
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const signed = (body: string, type: string) =>
    fetch(`${url}/slack/events`, { method: 'POST', headers: signedHeaders(body, type), body })
  const hook = (body: object) => hookAt(url, body)
  const command = (text: string) =>
    actsBy(signed).types(text, { trigger_id: text, response_url: `${slack.apiUrl}respond` })
  const launch = async () => {
    await start()
    await command(`subscribe "${project.name}"`)
    await vi.waitFor(() => expect(slack.calls.some(({ method }) => method === 'respond')).toBe(true), {
      timeout: 10_000,
    })
  }
  const running = () => {
    if (!child) throw new Error('the bot was not started')
    return child
  }
  return { url, slack, tracker, start, launch, kill, exited, signed, command, hook, child: running, close }
}

/** One that ends with its test, if not said otherwise with its channel subscribed. */
export const botProcess = async (env: Record<string, string> = {}, { begin = true } = {}) => {
  const process = await createProcess(env)
  onTestFinished(process.close)
  if (begin) await process.launch()
  return process
}
