import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { trackerReason } from '../../src/bot/deps/tracker-connection.ts'
import { ApiProblem } from '../../src/contract/problem.ts'
import { botWithThread } from '../bot/support/running-bot.ts'
import { begin } from '../service/harness.ts'
import { read } from '../support/files.ts'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly summary?: string; readonly runbook?: string }
}
const rules = (parse(read('deploy/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
)

const queriesOf = (program: string) =>
  (
    JSON.parse(read(`deploy/grafana/${program}.json`)) as { panels: { targets?: { expr: string }[] }[] }
  ).panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }) => expr)

/** Each metric with the labels that its samples have. Histograms are named without `_bucket`, `_sum`, `_count`. */
const metricsIn = (text: string) => {
  // Prometheus's own.
  const found = new Map([['up', new Set(['job', 'instance'])]])
  for (const [, name = ''] of text.matchAll(/^# TYPE (\w+) /gm))
    if (!found.has(name)) found.set(name, new Set(['job', 'instance']))
  for (const [, sample = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    const name = found.has(sample) ? sample : sample.replace(/_(bucket|sum|count)$/, '')
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) found.get(name)?.add(label)
  }
  return found
}

/** Of a query: what it names that is no metric, and labels that none of its metrics has. */
const unknownIn = (query: string, known: ReturnType<typeof metricsIn>): string[] => {
  const plain = query.replaceAll(/"[^"]*"/g, '""')
  const names = plain.match(/\b(up\b|(onboarding|process|nodejs)_\w+)/g) ?? []
  const metrics = names.map((name) => (known.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')))
  const lists = [...plain.matchAll(/\{([^}]*)\}|\bby \(([^)]*)\)/g)].map(
    ([, one, other]) => one ?? other ?? '',
  )
  const labels = lists.flatMap((list) => list.split(',').map((part) => /\w+/.exec(part)?.[0] ?? ''))
  const labelled = new Set(metrics.flatMap((name) => [...(known.get(name) ?? [])]))
  return [
    ...metrics.filter((name) => !known.has(name)),
    ...labels.filter((label) => label !== '' && !labelled.has(label)),
    ...(names.length === 0 ? ['no metric'] : []),
  ]
}

/** What PromQL knows of the words that are no metrics. */
const language =
  'up sum min max max_over_time count unless topk rate increase histogram_quantile by or offset'.split(' ')

/** Words outside of labels, ranges and numbers that PromQL doesn't know. */
const strayIn = (query: string): string[] => {
  const plain = query.replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ')
  const words = plain.match(/\b[a-z]\w*/gi) ?? []
  return words.filter((word) => !language.includes(word) && !/^(onboarding|process|nodejs)_/.test(word))
}

/** Every bracket is closed, in order. */
const isClosed = (query: string): boolean => {
  const open: string[] = []
  const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
  for (const sign of query.replaceAll(/"[^"]*"/g, '').match(/[()[\]{}]/g) ?? [])
    if (pairs[sign] === undefined) open.push(sign)
    else if (open.pop() !== pairs[sign]) return false
  return open.length === 0
}

const ask = async () => {
  const running = await botWithThread({ dataDir: tmpdir() })
  await running.say('From Monday.')
  await running.idle()
  const { call, url } = await begin('sqlite', { dataDir: tmpdir() })
  await call('GET', '/v1/users')
  const bot = await (await fetch(`${running.bot.url}/metrics`)).text()
  return { bot, service: await (await fetch(`${url}/metrics`)).text() }
}

/** After an event, a reply and a call, asked for once. */
let asked: ReturnType<typeof ask> | undefined
const answers = () => (asked ??= ask())

describe.each(['bot', 'service'] as const)('the dashboard of the %s', (program) => {
  test('asks for metrics and labels that are there', async () => {
    const queries = queriesOf(program)
    expect(queries.length).toBeGreaterThan(15)
    const { bot, service } = await answers()
    // A kind of job that only one of them ran here has its labels in the other, too.
    const both = metricsIn(`${bot}\n${service}`)
    const own = [...metricsIn({ bot, service }[program]).keys()]
    const known = new Map(own.map((name) => [name, both.get(name) ?? new Set<string>()]))
    for (const query of queries) {
      expect(unknownIn(query, known), query).toEqual([])
      expect(strayIn(query), query).toEqual([])
      expect(isClosed(query), query).toBe(true)
    }
  })

  test('shows every metric of our own', async () => {
    const own = [...metricsIn((await answers())[program]).keys()].filter((name) =>
      name.startsWith('onboarding_'),
    )
    expect(own.length).toBeGreaterThan(9)
    const shown = queriesOf(program).join('\n')
    expect(own.filter((name) => !shown.includes(name))).toEqual([])
  })
})

test('every alert asks for metrics that are there, says what is wrong, and leads to what to do', async () => {
  const answered = await answers()
  const both = metricsIn(`${answered.bot}\n${answered.service}`)
  const headings = read('docs/operations.md').match(/^#+ .*/gm) ?? []
  const anchors = headings.map((heading) => heading.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'))
  expect(rules.length).toBeGreaterThan(7)
  for (const { alert, expr, annotations } of rules) {
    expect(unknownIn(expr, both), alert).toEqual([])
    expect(strayIn(expr), alert).toEqual([])
    expect(isClosed(expr), alert).toBe(true)
    expect(annotations.summary, alert).toMatch(/\.$/)
    // It writes 0.08 as 83m, which reads as millions.
    expect(annotations.summary, alert).not.toMatch(/humanize }}.* per second/)
    const [page, anchor = ''] = annotations.runbook?.split('#') ?? []
    expect(page, alert).toBe('docs/operations.md')
    expect(anchors, alert).toContain(anchor)
    const [, section = ''] = read('docs/operations.md').split(`### ${alert}\n`)
    expect(section.split('\n#')[0]?.match(/^\d\. /gm), alert).toEqual(['1. ', '2. ', '3. '])
  }
})

const exprOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr ?? ''

test('a program of which no target is left is down, too', () => {
  expect(exprOf('OnboardingDown')).toContain('unless count by (job) (up{')
})

test('whatever makes the tracker unusable raises an alarm', () => {
  const kinds = ['unreachable', 'unknown', 'unauthorized', 'forbidden', 'unexpected', 'quota'] as const
  const asked = `${exprOf('OnboardingTrackerErrors')} ${exprOf('OnboardingQuota')}`
  for (const kind of kinds) {
    expect(trackerReason(new ApiProblem(kind, '')), kind).toBeDefined()
    expect(asked).toMatch(new RegExp(`outcome=~?"[^"]*\\b${kind}\\b`))
  }
})

test('names say their unit, and labels take few values', async () => {
  for (const text of Object.values(await answers())) {
    const own = [...metricsIn(text)].filter(([name]) => name.startsWith('onboarding_'))
    const counts =
      /_(total|seconds|bytes|info)$|_(jobs_waiting|jobs_aside|installations|in_trouble|ready|up)$/
    expect(own.map(([name]) => name).filter((name) => !counts.test(name))).toEqual([])
    const values = [...text.matchAll(/^onboarding_\w+\{(.*)\} /gm)].flatMap(([, labels = '']) =>
      [...labels.matchAll(/\w+="([^"]*)"/g)].map(([, value = '']) => value),
    )
    const private_ = /[0-9a-f]{8}-|\b[CTU][0-9A-Z]{2,}\b|@|xox/
    expect(values.filter((value) => private_.test(value))).toEqual([])
    expect(new Set(values).size).toBeLessThan(200)
  }
})

test('the figures are those of what happened', async () => {
  const { bot } = await answers()
  const count = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(bot)?.[1])
  expect(count('onboarding_event_to_post_seconds_count')).toBeGreaterThan(0)
  expect(count('onboarding_reply_to_comment_seconds_count')).toBe(1)
  expect(count('onboarding_tracker_call_seconds_count{endpoint="createComment",outcome="ok"}')).toBe(1)
  expect(count('onboarding_ingest_seconds_count{status="200"}')).toBe(1)
  expect(count('onboarding_job_wait_seconds_count{kind="reply"}')).toBe(1)
  expect(count('onboarding_database_up')).toBe(1)
  expect(count('onboarding_ready')).toBe(1)
  expect(count('onboarding_installations{state="active"}')).toBe(1)
  expect(count('onboarding_disk_free_bytes')).toBeGreaterThan(0)
})
