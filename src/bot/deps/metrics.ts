import type { EndpointName } from '../../contract/api.ts'
import { ApiProblem } from '../../contract/problem.ts'
import type { OwnLanes } from '../../lanes/lanes.ts'
import type { Watched } from '../../telemetry/ops.ts'
import { programMetrics, openRegistry, type OpenRegistry, refusalCounter } from '../../telemetry/metrics.ts'
import type { SlackProblem } from '../slack/problem.ts'
import type { InstallationCounts } from '../installations/store/leaving.ts'

const refusals = [
  'wrong secret',
  'bad signature',
  'no room for the body',
  'too many connections',
  'daily bytes',
] as const

interface Sources {
  readonly counts: OwnLanes['counts']
  readonly health: Watched['health']
  readonly dataDir: string | undefined
  readonly installations: () => Promise<InstallationCounts>
}

const eventCounters = (registry: OpenRegistry) => ({
  received: registry.counter(
    'onboarding_events_received_total',
    'Tracker deliveries answered with 200, by result.',
    ['result'],
  ),
  settled: registry.counter(
    'onboarding_events_settled_total',
    'Tracker events, by result; unverified ones were not posted.',
    ['result'],
  ),
})

const bytesCounter = (registry: OpenRegistry) =>
  registry.counter(
    'onboarding_stored_bytes_total',
    'What tracker events added to the database, estimated.',
    [],
  )

const timers = (registry: OpenRegistry) => ({
  ingest: registry.timer('onboarding_ingest_seconds', 'Answers to tracker deliveries, by HTTP status.', [
    'status',
  ]),
  posted: registry.timer(
    'onboarding_event_to_post_seconds',
    'Time from a delivery to its message in Slack.',
    [],
    'long',
  ),
  commented: registry.timer(
    'onboarding_reply_to_comment_seconds',
    'Time from a reply in Slack to its comment.',
    [],
    'long',
  ),
  slack: registry.timer(
    'onboarding_slack_call_seconds',
    'Calls to the Web API, by method and outcome: ok, or why not.',
    ['method', 'outcome'],
  ),
  tracker: registry.timer(
    'onboarding_tracker_call_seconds',
    'Calls to the tracker, by endpoint and outcome: ok, or why not.',
    ['endpoint', 'outcome'],
  ),
})

const installationGauges = (registry: OpenRegistry) => {
  const states = registry.gauge('onboarding_installations', 'Installations of the app, by state.', ['state'])
  const troubles = registry.gauge(
    'onboarding_installations_in_trouble',
    'Installations that do not work, by what is wrong.',
    ['trouble'],
  )
  return (counts: () => Promise<InstallationCounts>) =>
    registry.refresh(async () => {
      const current = await counts().catch(() => undefined)
      if (!current) return
      for (const [state, count] of Object.entries(current.states)) states.set({ state }, count)
      for (const [trouble, count] of Object.entries(current.troubles)) troubles.set({ trouble }, count)
    })
}

export const createMetrics = () => {
  const registry = openRegistry()
  const events = eventCounters(registry)
  const bytes = bytesCounter(registry)
  const times = timers(registry)
  const program = programMetrics(registry)
  const watchInstallations = installationGauges(registry)
  return {
    jobRan: program.jobRan,
    statement: program.statement,
    contentType: registry.contentType,
    text: registry.text,
    stored: (result: 'new' | 'duplicate' | 'aside') => events.received.inc({ result }),
    storedBytes: (count: number) => bytes.inc(count),
    settled: (result: 'handled' | 'dropped' | 'unverified') => events.settled.inc({ result }),
    refused: refusalCounter(registry, refusals),
    ingested: (status: number, ms: number) => times.ingest.observe({ status }, ms),
    posted: (ms: number) => times.posted.observe({}, ms),
    commented: (ms: number) => times.commented.observe({}, ms),
    slackCalled: (method: string, ms: number, problem: SlackProblem | undefined) =>
      times.slack.observe({ method, outcome: problem?.kind ?? 'ok' }, ms),
    trackerCalled: (endpoint: EndpointName, ms: number, error: unknown) => {
      const failure = error instanceof ApiProblem ? error.kind : 'failed'
      const outcome = error === undefined ? 'ok' : failure
      times.tracker.observe({ endpoint, outcome }, ms)
    },
    watchBot: ({ counts, health, dataDir, installations }: Sources) => {
      program.watch({ program: 'bot', counts, reasons: () => health.reasons(), dataDir })
      watchInstallations(installations)
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>
