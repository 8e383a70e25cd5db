import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/config/config.ts'
import { variables } from '../../src/config/variables.ts'
import { read, root } from '../support/files.ts'

interface Schema {
  readonly kinds: Record<string, string>
  /** The fields of each type. `!` marks what is required. */
  readonly types: Record<string, Record<string, string>>
}
const { kinds, types } = JSON.parse(read('test/deploy/kubernetes.json')) as Schema

type Fields = Readonly<Record<string, unknown>>
const simple = ['string', 'number', 'boolean']

/** What the API server would refuse, with its place. */
const problemsIn = (value: unknown, type: string, at: string): string[] => {
  const [, outer, inner = ''] = /^(Array|Map)<(.*)>$/.exec(type) ?? []
  if (outer !== undefined) {
    const fits = typeof value === 'object' && value !== null && Array.isArray(value) === (outer === 'Array')
    if (!fits) return [`${at} is no ${outer}`]
    return Object.entries(value).flatMap(([key, one]) => problemsIn(one, inner, `${at}.${key}`))
  }
  if (type === 'IntOrString')
    return ['string', 'number'].includes(typeof value) ? [] : [`${at} is no ${type}`]
  if (simple.includes(type)) return typeof value === type ? [] : [`${at} is no ${type}`]
  const fields = types[type]
  if (!fields) return [`${at}: the type ${type} is not in kubernetes.json`]
  if (typeof value !== 'object' || value === null) return [`${at} is no ${type}`]
  const given = value as Fields
  const missing = Object.entries(fields).filter(([name, of]) => of.endsWith('!') && given[name] === undefined)
  return [
    ...missing.map(([name]) => `${at}.${name} is missing`),
    ...Object.entries(given).flatMap(([name, one]) => {
      const of = fields[name]?.replace('!', '')
      return of === undefined ? [`${at} has no field ${name}`] : problemsIn(one, of, `${at}.${name}`)
    }),
  ]
}

const objectsIn = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Fields)
const objects = readdirSync(join(root, 'deploy/kubernetes')).flatMap((file) =>
  objectsIn(read(`deploy/kubernetes/${file}`)),
)
const problemsOf = (object: Fields) => {
  const kind = `${String(object['apiVersion'])} ${String(object['kind'])}`
  return kinds[kind] ? problemsIn(object, kinds[kind], kind) : [`unknown: ${kind}`]
}

test('every manifest has the fields and types of the Kubernetes API', () => {
  expect(objects.length).toBeGreaterThan(5)
  expect(objects.flatMap(problemsOf)).toEqual([])
})

test.each([
  ['replicas: 2', 'replicas: two', 'apps/v1 Deployment.spec.replicas is no number'],
  ['  replicas: 2', '  replica: 2', 'apps/v1 Deployment.spec has no field replica'],
  ['drop: [ALL]', 'drop: ALL', /capabilities\.drop is no Array$/],
  ['pathType: Prefix', 'backend: {}', /pathType is missing$/],
  ['apiVersion: policy/v1', 'apiVersion: policy/v1beta1', 'unknown: policy/v1beta1 PodDisruptionBudget'],
])('a mistake such as %s → %s would be found', (right, wrong, problem) => {
  const manifest = read('deploy/kubernetes/bot.yaml')
  expect(manifest).toContain(right)
  const [found] = objectsIn(
    manifest.replace(right, wrong).replace(/^ +backend: {}\n +backend:/m, '            backend:'),
  ).flatMap(problemsOf)
  expect(found).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem))
})

interface Pod {
  readonly containers: readonly object[]
  readonly volumes: readonly object[]
}

const named = (kind: string) => objects.filter((object) => object['kind'] === kind)
const valuesOf = (kind: string, field: string) =>
  Object.assign({}, ...named(kind).map((object) => object[field])) as Record<string, string>

test('the name for Prometheus leads to each node, not to any one of them', () => {
  const spec = named('Service').map(({ spec }) => spec as Fields)
  expect(spec.find(({ ports }) => JSON.stringify(ports).includes('ops'))).toHaveProperty('clusterIP', 'None')
})

test('every container and its folders have limits, and no rights', () => {
  const pods = named('Deployment').map(({ spec }) => (spec as { template: { spec: Pod } }).template.spec)
  expect(pods.length).toBeGreaterThan(0)
  for (const { containers, volumes } of pods) {
    for (const container of containers)
      expect(container).toMatchObject({
        resources: { limits: { memory: expect.stringMatching(/^\d+Mi$/) } },
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      })
    for (const volume of volumes)
      expect(volume).toMatchObject({ emptyDir: { sizeLimit: expect.stringMatching(/^\d+Mi$/) } })
  }
})

test('ConfigMap and Secret are a complete configuration, and name nothing else', () => {
  const secrets = Object.keys(valuesOf('Secret', 'stringData'))
  const filled = Object.fromEntries(secrets.map((name) => [name, 'a-secret-of-sixteen-and-more']))
  const env = {
    ...valuesOf('ConfigMap', 'data'),
    ...filled,
    SLACK_BOT_TOKEN: 'xoxb-1',
    DATABASE_URL: 'postgres://a:b@c/d',
    NODE_ENV: 'production',
  }
  expect(readConfig(env)).toMatchObject({ production: true, ops: { port: 9464, host: '0.0.0.0' } })
  expect(Object.keys(env).filter((name) => !(variables as readonly string[]).includes(name))).toEqual([])
  for (const name of secrets) expect(() => readConfig({ ...env, [name]: '' }), name).toThrow(name)
})
