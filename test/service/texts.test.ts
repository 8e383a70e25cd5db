import { CompiledQuery, sql as raw } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/service/store/database.ts'
import { containsText } from '../../src/service/store/search.ts'
import { freshDatabaseUrl } from '../support/databases.ts'
import {
  at,
  begin,
  engines,
  fieldOf,
  integrationUuid,
  listAt,
  receiver,
  subscribe,
  demoTask,
  created,
  treeOf,
  type Story,
} from './harness.ts'
import { desk, pageBrowser, refusedWith } from './pages/page-browser.ts'

describe.each(engines)('texts on %s', (engine) => {
  test('a comment keeps its white space, and the name of its event ends between two letters', async () => {
    const story = await begin(engine)
    const hook = await receiver()
    await subscribe(story, hook.url, 'comment_new')
    const { uuid } = await demoTask(story)
    const said = `    indented ${'x'.repeat(86)}👩‍👩‍👧‍👦 family\n`
    const { body } = await story.call('POST', `/v1/tasks/${uuid}/comments`, { message_plain: said })
    expect(body.data).toMatchObject({ message_plain: said })
    const [event] = await hook.until(1)
    expect(event?.object_name).toBe(said.slice(0, 99))
  })
})

describe.each(engines)('an external link on %s', (engine) => {
  test('has an id of up to 500 characters that is found, and shorter texts', async () => {
    const story = await begin(engine)
    const path = `/v1/projects/${story.service.demo.projectUuid}/external-links`
    // Of four bytes each, and different, so that nothing is compressed.
    const letters = Array.from({ length: 501 }, (_, at) => String.fromCodePoint(0x20000 + at))
    const external_id = letters.slice(0, 500).join('')
    const text = 'x'.repeat(255)
    const labels = { external_type: text, external_label: text }
    const wish = { integration_uuid: integrationUuid, external_id, ...labels }
    expect((await story.call('POST', path, wish)).status).toBe(200)
    const found = await story.call('GET', `/v1/projects?external_id=${encodeURIComponent(external_id)}`)
    expect(found.body.data?.['pagination']).toEqual({ total: 1 })
    const longer = { external_id: letters.join(''), external_type: `${text}x`, external_label: `${text}x` }
    const { status, body } = await story.call('POST', path, { ...wish, ...longer })
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, Object.keys(longer)])
  })
})

test('a form loses what surrounds a text unseen, but not the indentation of its first line', async () => {
  const story = await begin('sqlite')
  const { act } = desk(story)
  const { uuid } = await demoTask(story)
  await act('comment', uuid, { message_plain: '\r\n  \r\n    first\r\nsecond  \r\n' })
  const { comments } = await demoTask(story)
  expect(comments.at(-1)?.message_plain).toBe('    first\nsecond')
})

test('white space alone, and half a character, are refused at their field, wherever they stand', async () => {
  const story = await begin('sqlite')
  const { uuid } = await demoTask(story)
  const { projectUuid } = story.service.demo
  const [blank, half] = [' \t\n ', '\ud83d']
  const dana = story.as('dana@vendor.example')
  const link = { integration_uuid: integrationUuid, external_id: blank }
  const refused = [
    [story.call('POST', `/v1/tasks/${uuid}/comments`, { message_plain: blank }), 'message_plain'],
    [story.call('POST', `/v1/projects/${projectUuid}/external-links`, link), 'external_id'],
    [dana('PATCH', `/tasks/${uuid}`, { name: blank }), 'name'],
    [dana('PATCH', `/projects/${projectUuid}`, { name: blank }), 'name'],
    [story.call('POST', `/v1/tasks/${uuid}/comments`, { message_plain: `a${half}` }), 'message_plain'],
    [story.call('POST', '/v1/datafield-values', { updates: { x: half } }), 'updates.x'],
    [story.call('POST', '/v1/datafield-values', { updates: { [`k${half}`]: 1 } }), 'updates.k\ufffd'],
    [dana('PATCH', `/tasks/${uuid}`, { detail: half }), 'detail'],
  ] as const
  for (const [answer, field] of refused) expect(await fieldOf(answer)).toEqual([422, field])
})

const nora = { first_name: 'Nora', last_name: '', email: 'nora@vendor.example', role: 'Vendor User' }
const regions = { name: 'Regions', object_type: 'PROJECT', kind: 'choice' }

test.each(['\u200B', '\u2800 \u00AD'])('the pages refuse %j, which nobody can see', async (unseen) => {
  const story = await begin('sqlite')
  const { act, base } = desk(story)
  const { post } = pageBrowser(story)
  const task = await demoTask(story)
  const { modules } = await treeOf(story, story.service.demo.projectUuid)
  const project = { account: 'Globex', playbook_uuid: 'x', start_date: '2096-11-23', project_owner: 'x' }
  const message = { message_plain: unseen }
  for (const [words, refused] of [
    ['Write something first.', act('comment', task.uuid, message)],
    ['Write something first.', act('note', base.slice('/projects/'.length), message)],
    ['A name is required.', act('add-task', modules[0]?.uuid ?? '', { name: unseen })],
    ['A name is required.', post('/projects/new', { ...project, name: unseen, due_date: '' })],
    ['A name is required.', post('/people/accounts', { name: unseen })],
    ['A first name is required.', post('/people/users', { ...nora, first_name: unseen })],
    ['Enter at least one choice', post('/data-fields', { ...regions, choices: unseen })],
    ['A label must have 1 to 100 characters.', post('/settings/keys', { label: unseen })],
  ] as const)
    expect(await refused).toMatchObject(refusedWith(words))
})

test.each(['constructor', '__proto__', 'toString'])('a key named %s is refused by its name', async (key) => {
  const story = await begin('sqlite')
  const write = (body: string) => story.call('POST', '/v1/datafield-values', body)
  expect(await fieldOf(write(`{"updates":{"${key}":1},"dry_run":false}`))).toEqual([422, `updates.${key}`])
  expect(await fieldOf(write(`{"updates":{"a":{"${key}":{}}}}`))).toEqual([422, `updates.a.${key}`])
  expect(await fieldOf(story.call('POST', '/v1/projects', `{"${key}":{"x":1}}`))).toEqual([422, key])
})

test('an external link is an http address of bounded length', async () => {
  const story = await begin('sqlite')
  const path = `/v1/projects/${story.service.demo.projectUuid}/external-links`
  const named = { integration_uuid: integrationUuid, external_id: 'x' }
  const link = (external_link: string) => story.call('POST', path, { ...named, external_link })
  const long = `https://crm.example/${'x'.repeat(2_000)}`
  for (const wrong of ['javascript:alert(1)', 'ftp://crm.example/1', long])
    expect(await fieldOf(link(wrong))).toEqual([422, 'external_link'])
  expect((await link('https://crm.example/1')).status).toBe(200)
})

const found = async (story: Story, name: string) => {
  const { body } = await story.call('GET', `/v1/projects?name=${encodeURIComponent(name)}`)
  const projects = listAt(body, 'data.projects')
  expect(at(body, 'data.pagination.total')).toBe(projects.length)
  return projects.map((project) => project['name'])
}

/** A name, parts that find it and no other, and what finds none. */
const cases: [string, string[], string[]][] = [
  ['100% done', ['0%', '%', '% D'], ['0%d', '1%0', '%%']],
  ['under_score', ['_', 'R_S', 'under_'], ['u_der', '__']],
  [String.raw`back\slash`, ['\\', String.raw`K\S`], [String.raw`\\`, String.raw`\_`, String.raw`b\%`]],
  ['say "hello" now', ['"hello"', '" N'], ['""h']],
  ["it's; --", ["T's; -"], ['"x', "''"]],
  ['Übergabe Zürich', ['übergabe', 'ÜBERGABE', 'ZÜR', 'U\u0308bergabe'], ['ubergabe', 'zurich']],
  ['Cafe\u0301 Olé', ['CAFÉ', 'olÉ', 'cafe\u0301'], ['cafe o']],
  ['ΟΔΟΣ Αθήνα', ['οδος', 'οδοσ', 'ΔΟΣ Α', 'ΑΘΉ'], ['odos']],
  ['Привет МИР', ['ПРИВЕТ', 'мир', 'ет м'], ['privet']],
  ['東京 オンボーディング', ['京', '東京 オ'], ['京東']],
  ['İstanbul', ['istanbul'], []],
  ['Levi’s move', ["levi's"], []],
  ['Probe\u00A0rollout', ['probe rollout'], []],
  ['Launch 🚀 day', ['🚀', '🚀 DAY'], ['🛰']],
]

describe.each(engines)('a part of a name on %s', (engine) => {
  test('it is found in any letters, and wildcards mean themselves', async () => {
    const story = await begin(engine)
    for (const [name] of cases) await created(story, { name })
    for (const [name, parts, others] of cases) {
      for (const part of parts) expect([part, await found(story, part)]).toEqual([part, [name]])
      for (const other of others) expect([other, await found(story, other)]).toEqual([other, []])
    }
    expect(await found(story, '')).toHaveLength(cases.length + 1)
  })

  test('three characters of a name are looked up in an index', async () => {
    const url = await freshDatabaseUrl(engine)
    await using database = await openDatabase(url)
    await database.transaction(async (tx) => {
      // A table without rows is read whole, unless that is forbidden.
      if (engine === 'postgres') await raw`set local enable_seqscan = off`.execute(tx.sql)
      const scope = { sql: tx.sql, org: 'one' }
      // PostgreSQL reads a whole index of people as long as they are few.
      for (const table of ['project', ...(engine === 'sqlite' ? ['person'] : [])] as (
        | 'project'
        | 'person'
      )[]) {
        const { sql, parameters } = tx.sql
          .selectFrom(table)
          .select('id')
          .where(containsText(scope, table, 'abc'))
          .compile()
        const how = engine === 'sqlite' ? 'explain query plan' : 'explain'
        const { rows } = await tx.sql.executeQuery(CompiledQuery.raw(`${how} ${sql}`, [...parameters]))
        const plan = JSON.stringify(rows)
        expect(plan).toMatch(
          engine === 'sqlite' ? `search_${table} VIRTUAL TABLE INDEX` : 'project_name_search_part',
        )
        expect(plan).not.toMatch(/SCAN (project|person)|Seq Scan/)
      }
    })
  })

  test('a project that is renamed is found by its new name alone', async () => {
    const story = await begin(engine)
    const project = await created(story, { name: 'Before' })
    await story.as('dana@vendor.example')('PATCH', `/projects/${project}`, { name: 'ÄFTER' })
    expect(await found(story, 'before')).toEqual([])
    expect(await found(story, 'äfter')).toEqual(['ÄFTER'])
  })
})
