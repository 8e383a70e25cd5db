import { expect, test } from 'vitest'
import { parseCommand } from '../../../src/bot/doors/subcommands.ts'

const projectUuid = '3f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77'
const page = `https://tracker.example/projects/${projectUuid}`

const refusal = (text: string) => {
  const parsed = parseCommand(text)
  return parsed.ok ? `taken as ${parsed.name}` : parsed.refusal.text
}

const read = (text: string) => {
  const parsed = parseCommand(`subscribe ${text}`)
  return parsed.ok && parsed.name === 'subscribe' ? parsed : undefined
}
const named = (text: string) => ({ scope: 'project', project: { by: 'text', text } })
const byUuid = { scope: 'project', project: { by: 'uuid', uuid: projectUuid } }
const acme = named('Acme Corp')

test.each([
  ['Acme Corp', acme, []],
  ['Acme Corp comments -comment_deleted', acme, ['comments', '-comment_deleted']],
  ['"Acme Corp" comments', acme, ['comments']],
  ['"Acme Corp" Comments', acme, ['comments']],
  ["'Acme Corp' Comments –Comment_Deleted", acme, ['comments', '-comment_deleted']],
  ['Acme Corp COMMENTS -TASKS', acme, ['comments', '-tasks']],
  ['All Comments', { scope: 'all' }, ['comments']],
  ['account:Acme Corp tasks', { scope: 'account', account: 'Acme Corp' }, ['tasks']],
  ['account: "Acme Corp" tasks', { scope: 'account', account: 'Acme Corp' }, ['tasks']],
  ['account:<http://Acme.io|Acme.io> comments', { scope: 'account', account: 'Acme.io' }, ['comments']],
  ['Account:Smith &amp; Sons', { scope: 'account', account: 'Smith & Sons' }, []],
  ['all', { scope: 'all' }, []],
  ['all all', { scope: 'all' }, ['all']],
  [`${projectUuid} modules`, byUuid, ['modules']],
  [`<${page}|a label> modules`, byUuid, ['modules']],
  ['comments', named('comments'), []],
  ['Data Projects Ltd', named('Data Projects Ltd'), []],
  ['Data Projects', named('Data Projects'), []],
  ['Data Projects comments', named('Data Projects'), ['comments']],
])('subscribe reads “%s”', (text, target, words) => {
  expect(read(text)).toMatchObject({ target, words })
})

test('subscribe refuses words that are no events, with the nearest that is one', () => {
  expect(refusal('subscribe "Acme Corp" coments')).toContain(
    '“coments” is not an event. Did you mean comments?',
  )
  expect(refusal('subscribe Acme Corp -task_updatd')).toContain('Did you mean -task_updated?')
  expect(refusal('subscribe all nonsense')).toContain('Use comments, tasks')
})

test('subscribe refuses to receive nothing', () => {
  expect(refusal('subscribe Acme tasks -tasks')).toContain('That leaves no events. Name at least one.')
  expect(refusal('unsubscribe')).toContain('Name a project, account:NAME, or all.')
  expect(refusal('subscribe account:')).toContain('Which account?')
})

test('unsubscribe reads the same targets, and takes no events', () => {
  expect(parseCommand('unsubscribe Acme Corp')).toMatchObject({ ok: true, target: acme })
  expect(parseCommand('unsubscribe account:Globex')).toMatchObject({ target: { account: 'Globex' } })
  expect(refusal('unsubscribe "Acme Corp" comments')).toContain('takes no events')
})
