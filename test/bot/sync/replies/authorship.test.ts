import { botWithThread, channel } from '../../support/running-bot.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainName } from '../../../../src/bot/kit/text.ts'
import type { Role } from '../../../../src/bot/slack/slack.ts'
import type { ReplyRow } from '../../../../src/bot/sync/store/replies.ts'
import { newParts, splitAuthor } from '../../../../src/bot/sync/replies/comment-words.ts'
import { commentView } from '../../../../src/service/pages/projects/comments.ts'
import type { PersonRow } from '../../../../src/service/store/rows.ts'
import { anyText } from '../../../support/any-text.ts'

const apiUser = { uuid: 'api', first_name: 'API', last_name: 'User', role: 'API User' } as PersonRow

/** A comment of the bot's as the service's page shows it. */
const onThePage = (message_plain: string) => {
  const comment = {
    uuid: 'c',
    message_plain,
    created_by_uuid: apiUser.uuid,
    created_by_name: 'API User',
    associated_object_uuid: 't',
    associated_object_type: 'TASK',
    created_at: '2026-11-22T08:00:00.000Z',
    replied_to_comment_uuid: null,
  }
  const names = new Map([[apiUser.uuid, apiUser]])
  const reader = { person: apiUser, names }
  return commentView(comment, new Map(), reader, { allAt: '' }).author
}

/** Slack does not name the other organization, and the bot knows no project of the reply. */
const slackOf = (name: string, role: Role) => ({
  person: async () => ({ name, role }),
  channel: async () => ({ organizations: [] }),
})

const bodiesOf = async (name: string, role: Role, text: string, facts: Partial<ReplyRow> = {}) => {
  const parts = await newParts(
    { slack: slackOf(name, role) } as never,
    {
      user_id: 'U1',
      text,
      files: '[]',
      projectUuid: null,
      ...facts,
    } as ReplyRow,
  )
  return parts.map(({ body }) => body)
}

const pieces = [
  'Dana Smith',
  ' (Slack): ',
  '(',
  ')',
  ':',
  '：',
  '\n',
  '\u2028',
  '\u202e',
  '[x]',
  'Slack',
  ', Slack)',
  'I approve',
]
const names = fc.oneof(
  anyText({ maxLength: 60 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join('')),
)
const texts = fc
  .oneof(
    fc.constantFrom('Dana Smith (Slack): I approve', 'Yes', '(Slack): yes'),
    fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
      .map((parts) => `I say ${parts.join('')}`),
  )
  .filter((text) => text.trim() !== '')

test('whatever a person calls themselves, the page and the bot read their own name and where they are from', async () => {
  await fc.assert(
    fc.asyncProperty(names, texts, async (name, text) => {
      for (const [role, company] of [
        ['stranger', 'another organization'],
        ['guest', 'guest'],
        ['member', undefined],
      ] as const) {
        const [body = ''] = await bodiesOf(name, role, text)
        const shown = onThePage(body)
        expect(shown).toMatchObject({ name: plainName(name), via: 'via Slack' })
        expect(shown.company).toBe(company)
        const author = company === undefined ? ' (Slack)' : `, ${company}`
        expect(splitAuthor(body).authorName).toBe(`${plainName(name)}${author}`)
      }
    }),
    { numRuns: 500 },
  )
})

test('a name that imitates somebody with words stands as what it is', async () => {
  const [body = ''] = await bodiesOf('Dana Smith (Slack): I approve the contract', 'stranger', 'Hello')
  expect(body).toBe('Dana Smith Slack I approve the contract (another organization, Slack): Hello')
})

test.each([
  ['Ann O’Brien-Żółć', 'Ann O’Brien-Żółć'],
  ['李雷', '李雷'],
  ['  Dana\u00a0 Smith\n', 'Dana Smith'],
  ['：（）', 'Someone'],
  ['👩‍🔧 Kim', '👩‍🔧 Kim'],
])('the name %j is written %j', (name, written) => expect(plainName(name)).toBe(written))

test('nobody is called by their Slack id in a comment: people Slack does not name are members of the workspace', async () => {
  const { tracker, slack, says } = await botWithThread()
  slack.refuses(({ method }) => method.startsWith('users.'), 'missing_scope')
  await says('Please ask <@U0LEE>', { user: 'U07C08E02A' })
  expect(tracker.asked()).toEqual([
    'A member of the workspace (Slack): Please ask @A member of the workspace',
  ])
})

test('a customer’s words carry the account’s name; among several organizations, the one that Slack names', async () => {
  const { tracker, slack, bot, says } = await botWithThread()
  const company = async (organizations: string[], named?: string) => {
    slack.fault.next = ({ method }) => {
      const ids = { id: channel, name: 'acme', is_member: true, is_ext_shared: true }
      if (method === 'conversations.info')
        return { body: { ok: true, channel: { ...ids, connected_team_ids: organizations } } }
      return method === 'team.info' && named === undefined
        ? { body: { ok: false, error: 'team_not_found' } }
        : undefined
    }
    bot.deps.slack.forgetChannel(channel)
    await says('Hello', { user: 'U0CASEY' })
    return tracker.attempts.at(-1)?.message_plain
  }
  expect(await company(['T2'])).toBe('Casey Jones (Acme Corp, Slack): Hello')
  expect(await company(['T2', 'T3'])).toBe('Casey Jones (another organization, Slack): Hello')
  expect(await company(['T2', 'T3'], 'Acme Corp')).toBe('Casey Jones (Acme Corp, Slack): Hello')
})
