import { describe, expect, test } from 'vitest'
import { begin, fieldOf, type Story } from './harness.ts'
import { pageBrowser, refusedWith, valueOf, desk } from './pages/page-browser.ts'

const dana = 'dana@vendor.example'
const lee = 'lee@vendor.example'
const casey = 'casey@acme.example'
const nowhere = '0c1f3f0a-4a53-4c8f-9d58-2a0f5d9f9a01'

const pathOf = (story: Story) => `/projects/${story.service.demo.projectUuid}`

const notesFor = async (story: Story, email: string) =>
  (await story.as(email)('GET', pathOf(story))).body.data?.['notes'] as Record<string, unknown>[] | undefined

const textsFor = async (story: Story, email: string) =>
  (await notesFor(story, email))?.map((note) => note['message_plain'])

const add = async (story: Story, message_plain: string, email = dana): Promise<string> => {
  const { status, body } = await story.as(email)('POST', `${pathOf(story)}/notes`, { message_plain })
  if (status !== 200) throw new Error(`adding a note answered ${status}`)
  return String(body.data?.['uuid'])
}

describe('notes', () => {
  test('customers learn of none: not from an answer or a refusal', async () => {
    const story = await begin('sqlite')
    const uuid = await add(story, 'Keep this from them')
    const as = story.as(casey)
    const answers = [
      await as('GET', pathOf(story)),
      await as('POST', `${pathOf(story)}/notes`, { message_plain: 'Mine' }),
      await as('PATCH', `/notes/${uuid}`, { message_plain: 'Mine' }),
      await as('DELETE', `/notes/${uuid}`),
    ]
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/Keep this|"notes"/)
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 404, 404])
    expect(await textsFor(story, dana)).toEqual(['Keep this from them'])
  })

  test('before 2026-07-31, one also has the integers of a comment', async () => {
    const story = await begin('sqlite', { legacyIds: true })
    const uuid = await add(story, 'Old')
    expect(await notesFor(story, dana)).toMatchObject([
      { uuid, id: 1, created_by_user_id: expect.any(Number), vendor_id: 1 },
    ])
  })

  test('people change their own notes, admins and the API user everybody’s', async () => {
    const story = await begin('sqlite')
    const uuid = await add(story, 'By Dana')
    const own = await add(story, 'By Lee', lee)
    const refused = await story.as(lee)('PATCH', `/notes/${uuid}`, { message_plain: 'By Lee' })
    expect([refused.status, refused.body.message]).toEqual([403, "You can't edit somebody else's note."])
    expect((await story.as(lee)('DELETE', `/notes/${uuid}`)).status).toBe(403)
    expect((await story.as(lee)('PATCH', `/notes/${own}`, { message_plain: 'Lee’s' })).status).toBe(200)
    expect((await story.as(dana)('PATCH', `/notes/${own}`, { message_plain: 'Dana’s' })).status).toBe(200)
    expect((await story.call('DELETE', `/app/api/notes/${own}`)).status).toBe(200)
    expect(await textsFor(story, lee)).toEqual(['By Dana'])
  })

  test('a note’s text has the limits of a comment’s', async () => {
    const story = await begin('sqlite')
    const uuid = await add(story, 'x'.repeat(40_000))
    for (const message_plain of ['', ' \n', 'x'.repeat(40_001), 'a\0b', null]) {
      for (const [method, path] of [
        ['POST', `${pathOf(story)}/notes`],
        ['PATCH', `/notes/${uuid}`],
      ] as const) {
        const refused = story.as(dana)(method, path, { message_plain })
        expect(await fieldOf(refused)).toEqual([422, 'message_plain'])
      }
    }
    const added = (path: string, body: object) => story.as(dana)('POST', `${path}/notes`, body)
    const more = { message_plain: 'x', mentions: [] }
    expect((await added(pathOf(story), more)).body.errors).toMatchObject([{ field: 'mentions' }])
    expect((await added(`/projects/${nowhere}`, { message_plain: 'x' })).status).toBe(404)
  })
})

describe('the notes on a project’s page', () => {
  test('are added, edited, and deleted there', async () => {
    const story = await begin('sqlite')
    const { projectUuid } = story.service.demo
    const { act, page, base } = desk(story)
    expect((await page()).text).toContain('No notes yet. Only your team sees them.')
    const sent = await act('note', projectUuid, { message_plain: ' Call *Robin* first\n' })
    expect([sent.status, sent.location]).toEqual([303, base])
    const { text } = await page()
    const uuid = /id="note-([^"]+)"/.exec(text)?.[1] ?? ''
    expect(text).toContain('<a href="#notes">1 note</a>')
    expect(text).toContain('<p> Call <strong>Robin</strong> first</p>')
    expect(text).not.toContain(`data-reply="${uuid}"`)
    await act('edit-note', uuid, { message_plain: 'Call Casey first' })
    expect(await textsFor(story, dana)).toEqual(['Call Casey first'])
    await act('delete-note', uuid)
    expect((await page()).text).toContain('<a href="#notes">Add one</a>')
  })

  test('keep what somebody else changed, and show what was refused with the reason', async () => {
    const story = await begin('sqlite')
    const { projectUuid } = story.service.demo
    const { act } = desk(story)
    const uuid = await add(story, 'First')
    const stale = await act('edit-note', uuid, { message_plain: 'Mine', seen: 'of yesterday' })
    expect(stale).toMatchObject(refusedWith('Somebody else changed this.'))
    expect(stale.text).toContain('<dd>Mine</dd>')
    expect(await textsFor(story, dana)).toEqual(['First'])
    const key = `note-${projectUuid}`
    const long = await act('note', projectUuid, { form_key: key, message_plain: 'x'.repeat(40_001) })
    expect(long).toMatchObject(refusedWith('A note can have at most 40000 characters.'))
    expect(valueOf(long.text, 'form_key')).not.toBe('')
    expect(long.text).toContain(`${'x'.repeat(40_001)}</textarea>`)
  })

  test('are the last twenty, the others are a page away', async () => {
    const story = await begin('sqlite')
    for (let at = 1; at <= 101; at++) await add(story, `Number ${at}.`)
    const { page, base } = desk(story)
    const { text } = await page()
    expect([text.includes('Number 81.'), text.includes('Number 82.')]).toEqual([false, true])
    expect(text).toContain(`href="${base}/notes"`)
    const { get } = pageBrowser(story)
    expect((await get(`${base}/notes`)).text).toContain('101 notes, newest first.')
    const older = (await get(`${base}/notes?page=2`)).text
    expect([older.includes('Number 1.'), older.includes('Number 2.')]).toEqual([true, false])
  })
})
