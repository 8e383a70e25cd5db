import { expect, test } from 'vitest'
import type { InstallationTables } from '../src/bot/store/installation-tables.ts'
import { jobs } from '../src/bot/app/jobs.ts'
import type { BotTables } from '../src/bot/store/tables.ts'
import type { LaneTables } from '../src/lanes/tables.ts'
import type { ServiceTables } from '../src/service/store/tables.ts'
import { runningBot } from './bot/support/running-bot.ts'
import { begin } from './service/harness.ts'
import { withRoutes } from './service/support/routes.ts'
import { read } from './support/files.ts'

const [, page = ''] = read('docs/security.md').split('\n## Budgets\n')
const rows = (page.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| -'))
  .slice(1)
  .map((line) => line.slice(2, -2).split(' | '))

/** Doors of the table in docs/security.md. `operator`: grows only by what the operator and admins do. */
type Budget =
  | 'tracker deliveries'
  | 'a channel'
  | 'jobs'
  | 'mentions'
  | 'people in Slack'
  | 'installs'
  | 'guesses'
  | 'what customers and programs write'
  | 'calls of programs'
  | 'subscriptions'
  | 'operator'

type Row<T> = Readonly<Record<keyof T, Budget>>

/** A new table without a budget doesn't compile. */
const ofBot: Row<BotTables & InstallationTables & LaneTables> = {
  inbox: 'tracker deliveries',
  post: 'a channel',
  reply: 'people in Slack',
  reply_comment: 'people in Slack',
  project_request: 'people in Slack',
  subscription: 'people in Slack',
  channel_mute: 'people in Slack',
  channel_setting: 'people in Slack',
  made_channel: 'people in Slack',
  channel_digest: 'people in Slack',
  person_link: 'people in Slack',
  task_thread: 'people in Slack',
  setting: 'people in Slack',
  module_name: 'tracker deliveries',
  known_project: 'tracker deliveries',
  known_task: 'tracker deliveries',
  known_comment: 'tracker deliveries',
  known_module: 'tracker deliveries',
  installation: 'installs',
  connection: 'installs',
  lane: 'jobs',
  restored: 'jobs',
  job: 'jobs',
}
const ofService: Row<ServiceTables> = {
  organization: 'operator',
  api_key: 'operator',
  api_session: 'calls of programs',
  page_session: 'guesses',
  sign_in_link: 'operator',
  person_password: 'operator',
  sign_in_guess: 'guesses',
  sign_in_known: 'guesses',
  account: 'operator',
  person: 'operator',
  integration: 'operator',
  playbook: 'operator',
  data_field: 'operator',
  data_field_value: 'what customers and programs write',
  project: 'what customers and programs write',
  project_member: 'what customers and programs write',
  external_link: 'what customers and programs write',
  module: 'what customers and programs write',
  task: 'what customers and programs write',
  subtask: 'what customers and programs write',
  comment: 'what customers and programs write',
  note: 'what customers and programs write',
  removed_message: 'what customers and programs write',
  webhook: 'subscriptions',
  event: 'subscriptions',
  webhook_delivery: 'subscriptions',
  api_usage: 'calls of programs',
}

test('every table and kind of job has a budget that docs/security.md names', () => {
  const doors = rows.map(([door]) => door)
  const ofJobs = Object.values(jobs).map(({ budget }) => budget)
  const ofRest = [ofBot, ofService, ofRoutes].flatMap((budgets) => Object.values(budgets))
  const named = [...ofJobs, ...ofRest].filter((door) => door !== 'operator' && door !== 'not ours')
  expect(named.filter((door) => !doors.includes(door))).toEqual([])
})

test('every budget says what it costs, who reads what, and a metric that an alarm asks for', () => {
  expect(rows.length).toBeGreaterThan(10)
  const alerts = read('deploy/alerts.yaml')
  for (const cells of rows) {
    expect(
      cells.filter((cell) => cell.trim() !== ''),
      cells[0],
    ).toHaveLength(5)
    const [, metric = ''] = /^`(onboarding_\w+)/.exec(cells[4] ?? '') ?? []
    expect(alerts, cells[0]).toContain(metric)
  }
})

test('every reason for which a program refuses a request is a budget, or a wrong secret', () => {
  const [, ofBot = ''] = /const refusals = \[(.*?)\]/s.exec(read('src/bot/deps/metrics.ts')) ?? []
  const [, ofService = ''] =
    /refusalCounter\(registry, \[(.*?)\]/s.exec(read('src/service/http/server.ts')) ?? []
  const reasons = [...`${ofBot} ${ofService}`.matchAll(/'([^']+)'/g)].map(([, reason]) => String(reason))
  expect(reasons.length).toBeGreaterThan(5)
  const isNone = (reason: string) =>
    ['wrong secret', 'bad signature'].includes(reason) || page.includes(`reason="${reason}"`)
  expect(reasons.filter((reason) => !isNone(reason))).toEqual([])
})

/** Of routes that take a body, by how their paths begin. The stand-in Slack's are not ours. */
const ofRoutes: Readonly<Record<string, Budget | 'not ours'>> = {
  '/v1/': 'calls of programs',
  '/app/api/': 'what customers and programs write',
  '/projects/': 'what customers and programs write',
  '/portal/projects/': 'what customers and programs write',
  '/deliveries/': 'subscriptions',
  '/settings/': 'operator',
  '/playbooks': 'operator',
  '/data-fields': 'operator',
  '/people/': 'operator',
  '/account/': 'guesses',
  '/portal/account/': 'guesses',
  '/sign-in': 'guesses',
  '/sign-out': 'guesses',
  '/enter/': 'guesses',
  '/webhooks/onboarding/': 'tracker deliveries',
  '/api/': 'not ours',
  '/respond/': 'not ours',
}

test('every route that takes a body has a budget', async () => {
  const service = await withRoutes(() => begin('sqlite'))
  const bot = await withRoutes(() => runningBot())
  const taking = [...service.routes, ...bot.routes].filter(({ method }) => method !== 'GET')
  const starts = Object.keys(ofRoutes)
  expect(taking.filter(({ url }) => !starts.some((start) => url.startsWith(start)))).toEqual([])
  expect(starts.filter((start) => !taking.some(({ url }) => url.startsWith(start)))).toEqual([])
})
