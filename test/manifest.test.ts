import fastify from 'fastify'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { runManifest } from '../src/start/commands/manifest.ts'
import { methods } from '../src/bot/slack/client.ts'
import { read } from './support/files.ts'
import { manifestScopes } from './support/manifest-scopes.ts'

interface Manifest {
  features: { rich_previews?: object; unfurl_domains: string[] }
  settings: { socket_mode_enabled: boolean; event_subscriptions: { bot_events: string[] } }
}

/** Filled in as docs/setup.md says. */
const filledIn = (): Manifest =>
  parse(
    read('manifest.yml').replaceAll('YOUR-HOST', 'bot.example').replaceAll('YOUR-TRACKER-HOST', 'a.example'),
  ) as Manifest

/** Slack's published schema (github.com/slackapi/manifest-schema), checked with Fastify's validator. */
const problemsOf = async (manifest: object): Promise<string> => {
  const strict = { removeAdditional: false, coerceTypes: false, strict: false, allErrors: true } as const
  const server = fastify({ ajv: { customOptions: strict } })
  const body: unknown = JSON.parse(read('test/support/slack-manifest/schema.json'))
  server.post('/', { schema: { body } }, () => 'valid')
  const { statusCode, payload } = await server.inject({ method: 'POST', url: '/', payload: manifest })
  return statusCode === 200 ? '' : payload
}

/** Without fields that Slack documents but whose published schema doesn't have yet. */
const withoutNews = ({ features, ...rest }: Manifest) => {
  const { rich_previews: _, ...known } = features
  return { ...rest, features: known }
}

test('the manifest is one that Slack takes, over HTTP and in Socket Mode', async () => {
  const manifest = filledIn()
  expect(await problemsOf(withoutNews(manifest))).toBe('')
  expect(manifest.settings.socket_mode_enabled).toBe(false)
  const socket = { ...manifest, settings: { ...manifest.settings, socket_mode_enabled: true } }
  expect(await problemsOf(withoutNews(socket))).toBe('')
  expect(read('docs/setup.md')).toContain('socket_mode_enabled: true')
})

test('the command fills it in, and its link creates the app with it', async () => {
  const printed = await runManifest({}, ['--host', 'https://bot.example', '--tracker', 'https://a.example/x'])
  expect(parse(printed)).toEqual(filledIn())
  const [, link = ''] = /^# (https:\/\/api\.slack\.com\/apps\?\S+)$/m.exec(printed) ?? []
  const asked = new URL(link).searchParams
  expect(asked.get('new_app')).toBe('1')
  expect(parse(asked.get('manifest_yaml') ?? '')).toEqual(filledIn())
  // Servers take URLs of 8 KB.
  expect(link.length).toBeLessThan(8_000)
  const host = ['--host', 'https://bot.example']
  expect(parse(await runManifest({ ONBOARDING_BASE_URL: 'https://a.example' }, host))).toEqual(filledIn())
  const without = parse(await runManifest({}, host)) as Manifest
  expect(await problemsOf(withoutNews(without))).toBe('')
  expect(without.features).not.toHaveProperty('unfurl_domains')
})

test('a manifest with a mistake is seen to be one', async () => {
  const manifest = withoutNews(filledIn())
  const misspelt = { ...manifest, settings: { socket_mode: true } }
  expect(await problemsOf(misspelt)).toContain('additional properties')
  expect(await problemsOf({ ...manifest, display_information: { name: 'x'.repeat(36) } })).not.toBe('')
})

/** The scopes of each Web API method, any one of which is enough. Source: docs.slack.dev, methods. */
const ofMethods: Readonly<Record<string, readonly string[]>> = {
  'auth.teams.list': [],
  'auth.test': [],
  'chat.getPermalink': [],
  'chat.postEphemeral': ['chat:write'],
  'chat.postMessage': ['chat:write'],
  'chat.unfurl': ['links:write'],
  'chat.update': ['chat:write'],
  'conversations.archive': ['channels:manage', 'groups:write'],
  'conversations.create': ['channels:manage', 'groups:write'],
  'conversations.history': ['channels:history', 'groups:history', 'im:history'],
  'conversations.info': ['channels:read', 'groups:read'],
  'conversations.invite': ['channels:manage', 'groups:write'],
  'conversations.inviteShared': ['conversations.connect:write'],
  'conversations.members': ['channels:read', 'groups:read'],
  'conversations.list': ['channels:read', 'groups:read'],
  'conversations.open': ['im:write'],
  'conversations.replies': ['channels:history', 'groups:history', 'im:history'],
  'conversations.setTopic': ['channels:manage', 'groups:write'],
  'pins.add': ['pins:write'],
  'reactions.add': ['reactions:write'],
  'reactions.remove': ['reactions:write'],
  'team.info': ['team:read'],
  'users.conversations': ['channels:read', 'groups:read'],
  'users.info': ['users:read'],
  'users.list': ['users:read'],
  'users.lookupByEmail': ['users:read.email'],
  'views.open': [],
  'views.publish': [],
  'views.push': [],
  'views.update': [],
}

/** The scopes of each event. `otherwise`: scopes for anything else. */
const ofEvents = (event: string): readonly string[] => {
  if (event === 'app_mention') return ['app_mentions:read']
  if (event === 'link_shared') return ['links:read']
  if (event === 'message.channels') return ['channels:history']
  if (event === 'message.groups') return ['groups:history']
  if (event === 'message.im') return ['im:history']
  if (event === 'message.mpim') return ['mpim:history']
  if (event.startsWith('member_')) return ['channels:read', 'groups:read']
  if (event.startsWith('channel_')) return ['channels:read']
  return event.startsWith('group_') ? ['groups:read'] : []
}
const otherwise = ['commands', 'chat:write.customize']

const called = () =>
  Object.entries(methods).flatMap(([group, names]) => names.map((name) => `${group}.${name}`))

test('no scope is asked for that nothing needs, and none is missing', () => {
  const { bot, bot_optional: optional } = manifestScopes
  const asked = [...bot, ...optional]
  const { bot_events: events } = filledIn().settings.event_subscriptions
  expect(called().filter((method) => !(method in ofMethods))).toEqual([])
  const wanted = [...called().map((method) => ofMethods[method] ?? []), ...events.map(ofEvents)]
  expect(wanted.filter((any) => any.length > 0 && !any.some((scope) => asked.includes(scope)))).toEqual([])
  const needed = new Set([...wanted.flat(), ...otherwise])
  expect(asked.filter((scope) => !needed.has(scope))).toEqual([])
  expect(new Set(asked).size).toBe(asked.length)
})

test('an optional scope is called so in docs/permissions.md, and no other is', () => {
  const { bot, bot_optional: optional } = manifestScopes
  const [, table = ''] = read('docs/permissions.md').split('## Scopes')
  const rowOf = (scope: string) => table.split('\n').find((row) => row.startsWith(`- \`${scope}\``))
  expect(optional.filter((scope) => !rowOf(scope)?.includes(': optional: '))).toEqual([])
  expect(bot.filter((scope) => rowOf(scope)?.includes(': optional: ') ?? true)).toEqual([])
})
