import { describe, expect, test } from 'vitest'
import { begin, engines, type Story, treeOf, demoTask } from '../harness.ts'
import { pageBrowser } from './page-browser.ts'
import { uuidOf } from '../../../src/service/demo/modules.ts'
import { people as demoPeople, playbooks } from '../../../src/service/demo/organization.ts'
import { read } from '../../support/files.ts'

/** The rows of the table in the docs: who, and for each column whether it is theirs to do. */
const table = () => {
  const doc = read('docs/web-application.md')
  const [head = '', , ...rows] =
    doc.split('## Who changes words')[1]?.trim().split('\n\n')[1]?.split('\n') ?? []
  const cells = (row: string) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const [, ...columns] = cells(head)
  return rows.map((row) => {
    const [who = '', ...may] = cells(row)
    return { who, may: Object.fromEntries(columns.map((column, at) => [column, may[at] ?? ''])) }
  })
}

const people: Record<string, { email: string; other: string; base: string }> = {
  'Vendor Admin': { email: 'dana@vendor.example', other: 'casey@acme.example', base: '/projects' },
  'Vendor User': { email: 'lee@vendor.example', other: 'dana@vendor.example', base: '/projects' },
  'customer of the account': {
    email: 'casey@acme.example',
    other: 'dana@vendor.example',
    base: '/portal/projects',
  },
}
const verbs = { edit: 'edit-comment', delete: 'delete-comment' } as const

const say = async (story: Story, email: string, message_plain = 'Words of mine') => {
  const task = await demoTask(story)
  const { body } = await story.as(email)('POST', `/tasks/${task.uuid}/comments`, { message_plain })
  return String(body.data?.['uuid'])
}

const textOf = async (story: Story, uuid: string) => {
  const { modules } = await treeOf(story, story.service.demo.projectUuid)
  const all = modules.flatMap(({ tasks }) => tasks.flatMap(({ comments }) => comments))
  return all.find((one) => one.uuid === uuid)?.message_plain
}

/** What became of a comment after this person tried, and whether the page offered it to them. */
const attempt = async (story: Story, who: string, verb: keyof typeof verbs, author: string) => {
  const { email, base } = people[who] ?? { email: '', base: '' }
  const uuid = await say(story, author)
  const page = pageBrowser(story, email)
  const project = `${base}/${story.service.demo.projectUuid}`
  const offered = (await page.get(`${project}?as=${email}`)).text.includes(`/act/${verbs[verb]}/${uuid}`)
  const form = verb === 'edit' ? { message_plain: 'Rewritten' } : {}
  const { status, text } = await page.post(`${project}/act/${verbs[verb]}/${uuid}?as=${email}`, form)
  const now = await textOf(story, uuid)
  const isDone = now === (verb === 'edit' ? 'Rewritten' : undefined)
  expect(isDone || now === 'Words of mine').toBe(true)
  expect(status).toBe(isDone ? 303 : 422)
  if (!isDone) expect(text).toContain(`You can&#39;t ${verb} somebody else&#39;s comment.`)
  return { isDone, offered }
}

describe.each(engines)('words on %s', (engine) => {
  test('of a comment that a Vendor Admin deleted, both pages say who removed it and when, and no word is left', async () => {
    const story = await begin(engine)
    const uuid = await say(story, 'casey@acme.example', 'Nothing of this stays')
    const project = `/projects/${story.service.demo.projectUuid}`
    const dana = pageBrowser(story, 'dana@vendor.example')
    await dana.post(`${project}/act/delete-comment/${uuid}`)
    const trace = /<bdi>Dana Smith<\/bdi> removed this comment <time datetime="20\d\d-/
    const comments = `comments/${(await demoTask(story)).uuid}`
    for (const base of [project, `/portal${project}`])
      for (const path of [base, `${base}/${comments}`]) {
        const { text } = await dana.get(path)
        expect(text).toMatch(trace)
        expect(text).not.toContain('Nothing of this stays')
      }
    const own = await say(story, 'dana@vendor.example', 'Mine')
    await dana.post(`${project}/act/delete-comment/${own}`)
    expect((await dana.get(project)).text).not.toContain(`comment-${own}`)
    expect((await story.call('GET', `/v1/comments/${uuid}`)).status).toBe(404)
    const task = await demoTask(story)
    const answer = { message_plain: 'An answer', replied_to_comment_uuid: uuid }
    const { status } = await story.as('lee@vendor.example')('POST', `/tasks/${task.uuid}/comments`, answer)
    expect(status).toBe(422)
    expect((await story.as('dana@vendor.example')('DELETE', `/comments/${uuid}`)).status).toBe(404)
  })
})

describe('words', () => {
  test.each(table().filter(({ who }) => who in people))(
    'what the table says of a $who is what the page offers, does, and refuses',
    async ({ who, may }) => {
      const story = await begin('sqlite')
      const { email = '', other = '' } = people[who] ?? {}
      for (const [verb, author, column] of [
        ['edit', email, 'edits their own'],
        ['edit', other, 'edits another’s'],
        ['delete', email, 'deletes their own'],
        ['delete', other, 'deletes another’s'],
      ] as const) {
        const isDone = may[column] === 'yes'
        expect([column, await attempt(story, who, verb, author)]).toEqual([
          column,
          { isDone, offered: isDone },
        ])
      }
    },
  )

  test('the table has a row for every role, and the key at /app/api does all of it', async () => {
    const rows = table()
    const key = rows.find(({ who }) => who === 'the organization’s key, at `/app/api`')
    expect(rows.map(({ who }) => who)).toEqual([...Object.keys(people), key?.who])
    const story = await begin('sqlite')
    for (const author of ['dana@vendor.example', 'casey@acme.example']) {
      const path = `/app/api/comments/${await say(story, author)}`
      const edited = await story.call('PATCH', path, { message_plain: 'Rewritten' })
      expect([edited.status, (await story.call('DELETE', path)).status]).toEqual([200, 200])
    }
    expect(Object.values(key?.may ?? {})).toEqual(['yes', 'yes', 'yes', 'yes'])
  })

  test('a note is edited by its author alone; a Vendor Admin deletes it', async () => {
    const story = await begin('sqlite')
    const project = `/projects/${story.service.demo.projectUuid}`
    const note = async (email: string) => {
      const { body } = await story.as(email)('POST', `${project}/notes`, { message_plain: 'Note' })
      return String(body.data?.['uuid'])
    }
    const [dana, lee] = [pageBrowser(story, 'dana@vendor.example'), pageBrowser(story, 'lee@vendor.example')]
    const ofLee = await note('lee@vendor.example')
    const ofDana = await note('dana@vendor.example')
    const edit = { message_plain: 'Rewritten' }
    const statuses = [
      await dana.post(`${project}/act/edit-note/${ofLee}`, edit),
      await lee.post(`${project}/act/edit-note/${ofDana}`, edit),
      await lee.post(`${project}/act/delete-note/${ofDana}`),
      await lee.post(`${project}/act/edit-note/${ofLee}`, edit),
      await dana.post(`${project}/act/delete-note/${ofLee}`),
    ].map(({ status }) => status)
    expect(statuses).toEqual([422, 422, 422, 303, 303])
    const removed = '<bdi>Dana Smith</bdi> removed this note'
    for (const path of [project, `${project}/notes`]) expect((await dana.get(path)).text).toContain(removed)
    expect((await dana.get(`/portal${project}`)).text).not.toContain('removed this')
  })
})

const { sam } = demoPeople
const region = uuidOf('data field', 'Region')

test.each([
  ['/data-fields', /\/archive|New data field/, ['', `/${region}/archive`, `/${region}/rename`]],
  [
    '/people',
    /Add a user|Add account|Deactivate/,
    ['/users', '/contacts', '/accounts', `/${sam.uuid}/deactivate`, `/${sam.uuid}/activate`],
  ],
  [
    `/playbooks/${playbooks.draft.uuid}`,
    /Publish<|\/edit\//,
    ['/version', '/publish', '/archive', '/edit/details'],
  ],
] as const)(
  'the forms of %s are a Vendor Admin’s: shown to nobody else, and taken from nobody else and no other site',
  async (page, forms, paths) => {
    const story = await begin('sqlite')
    const [dana, lee] = [pageBrowser(story), pageBrowser(story, 'lee@vendor.example')]
    const { text } = await dana.get(page)
    expect(text).toMatch(forms)
    expect((await lee.get(page)).text).not.toMatch(forms)
    for (const path of paths) {
      const statuses = [await lee.post(page + path), await dana.post(page + path, {}, {})]
      expect([path, ...statuses.map(({ status }) => status)]).toEqual([path, 403, 403])
    }
    expect((await dana.get(page)).text).toBe(text)
  },
)
