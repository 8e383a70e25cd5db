import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OnboardingApi } from '../../../src/contract/api.ts'
import { folded } from '../../../src/contract/text.ts'
import { parseCommand, subcommandNames } from '../../../src/bot/doors/subcommands.ts'
import { validateMessage } from '../../support/slack-limits.ts'
import { runningBot } from '../support/running-bot.ts'
import { project } from '../support/stand-in-tracker.ts'
import { anyText } from '../../support/any-text.ts'

const names = [
  "Levi's move – Phase 1",
  '🚀 Launch 🎉',
  'Smith & Sons <EU>',
  'İstanbul – Zürich',
  'the 19" rack',
  'Acme.io – Rollout',
  'e\u0301tude de cas',
  '50% off_ (2026)',
]

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const space = fc.constantFrom(' ', '  ', '\u00A0', ' \u200B', '\u2009', '\u202F')
const quotes = fc.constantFrom('', '""', '“”', '„“', "''", '‘’', '``', '«»')

/** A name as it may come from a keyboard, a phone or a copy, through Slack. */
const typed = (name: string) =>
  fc
    .record({
      cased: fc.constantFrom(name, name.toLowerCase(), name.toUpperCase()),
      form: fc.constantFrom('NFC' as const, 'NFD' as const),
      apostrophe: fc.constantFrom("'", '’'),
      dash: fc.constantFrom('–', '-', '—'),
      gap: space,
      rocket: fc.constantFrom('🚀', ':rocket:'),
      domain: fc.boolean(),
      around: quotes,
    })
    .map(({ cased, form, apostrophe, dash, gap, rocket, domain, around }) => {
      const written = escaped(cased.normalize(form))
        .replaceAll("'", apostrophe)
        .replaceAll('–', dash)
        .replaceAll(' ', gap)
        .replaceAll('🚀', rocket)
        .replace(/acme\.io/i, (said) => (domain ? `<http://${said}|${said}>` : said))
      return around === '""' && name.includes('"')
        ? written
        : `${around.at(0) ?? ''}${written}${around.at(1) ?? ''}`
    })

/** The subcommand's own word, with a style or capitals that mean nothing. */
const word = (name: string) =>
  fc.constantFrom(name, name.toUpperCase(), `*${name}*`, `_${name}_`, `\`${name}\``, `\u200B${name}`)

/** Where each subcommand puts the name. */
const places = ['project', 'projects', 'create', 'playbooks', 'task', 'fields', 'unsubscribe'] as const

const meant = fc
  .constantFrom(...names)
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...places), typed(name), space))
  .chain(([name, place, text, gap]) =>
    word(place).map((first) => ({ name, place, text: `${first}${gap}${text}` })),
  )

const marks = ['"', '“', '”', '«', "'", '`', '<https://x|', '<@U1', '<!subteam^S1>', '>', '&amp;', '&lt;']
const others = [
  'account:',
  'all',
  '-',
  '-tasks',
  '=',
  '\n',
  '\u0000',
  '\u202E',
  'x'.repeat(4_000),
  ':rocket:',
]
const uuid = '3f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77'
const pages = [uuid, `https://tracker.example/projects/${uuid}`]
const pieces = fc.constantFrom(...subcommandNames, ...marks, ...others, ...pages)
const anything = fc
  .tuple(fc.array(fc.oneof(pieces, anyText()), { maxLength: 8 }), fc.constantFrom(' ', ''))
  .map(([parts, glue]) => ({ name: undefined, place: undefined, text: parts.join(glue) }))

const commands = fc.oneof({ weight: 2, arbitrary: meant }, { weight: 1, arbitrary: anything })

/** The words that a command takes for a name. */
const named = (parsed: Extract<ReturnType<typeof parseCommand>, { ok: true }>): string | undefined => {
  if ('projectName' in parsed) return parsed.projectName
  if ('query' in parsed) return parsed.query
  const target = 'target' in parsed ? parsed.target : undefined
  const by =
    parsed.name === 'project' || parsed.name === 'fields'
      ? parsed.project
      : parsed.name === 'task'
        ? parsed.task
        : target?.scope === 'project'
          ? target.project
          : undefined
  return by?.by === 'text' ? by.text : undefined
}

test('10,000 generated commands: a name is the name that was meant, and anything else is read or refused in words', () => {
  fc.assert(
    fc.property(commands, ({ name, place, text }) => {
      const parsed = parseCommand(text)
      if (!parsed.ok) validateMessage(parsed.refusal)
      if (name === undefined) return
      expect(parsed).toMatchObject({ ok: true, name: place })
      expect(parsed.ok && folded(named(parsed) ?? '')).toBe(folded(name))
    }),
    { numRuns: 10_000 },
  )
})

test('of 300 that come by the door, each finds its project, and none fails', async () => {
  const { command, tracker, slack } = await runningBot()
  for (const [at, name] of names.entries())
    tracker.projects.push({ ...project, uuid: `${at}4444444-4444-4444-8444-444444444444`, name })
  // Too late for a dialog, so that every command is answered.
  slack.refuses('views.open', 'expired_trigger_id')
  // This tracker ignores capitals, and nothing else.
  const listProjects: OnboardingApi['listProjects'] = async ({ name = '', external_id: external }) => {
    const has = (one: string) => one.toLowerCase().includes(name.toLowerCase())
    const projects = external === undefined ? tracker.projects.filter((item) => has(item.name)) : []
    return { projects, pagination: { total: projects.length } }
  }
  Object.assign(tracker.api, { listProjects })
  await fc.assert(
    fc.asyncProperty(commands, async ({ name, text }) => {
      const [, rest = text] = name === undefined ? [] : (/^\S+\s+(.*)$/su.exec(text) ?? [])
      const answer = await command(name === undefined ? text : `project ${rest}`)
      expect(answer.text).not.toContain('went wrong')
      if (name !== undefined) expect(answer.text).toContain(escaped(name))
    }),
    { numRuns: 300 },
  )
})
