import { expect, test } from 'vitest'
import { at, begin, engines, listAt, receiver, subscribe, treeOf, demoTask } from '../harness.ts'
import { pageBrowser, refusedWith } from './page-browser.ts'
import { addPeople } from '../support/database.ts'

/** The demo, and so many colleagues. */
const crowded = (engine: (typeof engines)[number], count: number) => {
  const named = (n: number) => ({
    first_name: 'Number',
    last_name: `${n}`,
    email: `number-${n}@vendor.example`,
  })
  return begin(engine, { prepare: addPeople(Array.from({ length: count }, (_, n) => named(n))) })
}

test.each(engines)('users come all at once, or in pages where a limit is given, on %s', async (engine) => {
  const story = await crowded(engine, 1_030)
  const listed = async (query: string) => {
    const { body } = await story.call('GET', `/v1/users${query}`)
    return [listAt(body, 'data.users').length, at(body, 'data.pagination.total')]
  }
  expect(await listed('')).toEqual([1036, 1036])
  expect(await listed('?is_customer_user=false')).toEqual([1034, 1034])
  expect(await listed('?offset=200')).toEqual([836, 1036])
  expect(await listed('?limit=200')).toEqual([200, 1036])
  expect(await listed('?limit=200&offset=1000')).toEqual([36, 1036])
})

test.each(engines)('everybody is mentioned by name, however many there are, on %s', async (engine) => {
  const story = await crowded(engine, 300)
  const hook = await receiver()
  await subscribe(story, hook.url, 'comment_mention')
  const { uuid } = await demoTask(story)
  const message_plain = 'Ask @number 299, @Number 29 or @number-7@vendor.example. Not number 5; nor @Nobody'
  await story.as('dana@vendor.example')('POST', `/tasks/${uuid}/comments`, { message_plain })
  const names = (await hook.until(3)).map(({ payload }) => payload['mentioned_user']?.['full_name'])
  expect(names.map(String).sort()).toEqual(['Number 29', 'Number 299', 'Number 7'])
})

test.each(engines)('one comment notifies the first 50 people that it mentions, on %s', async (engine) => {
  const story = await crowded(engine, 100)
  const hook = await receiver()
  await subscribe(story, hook.url, 'comment_new', 'comment_mention')
  const { uuid } = await demoTask(story)
  const by = (n: number) => (n < 30 ? `@number-${n}@vendor.example` : `@Number ${n}`)
  const message_plain = `All of you: ${Array.from({ length: 100 }, (_, n) => by(n)).join(', ')}.`
  const say = (text: string) =>
    story.as('dana@vendor.example')('POST', `/tasks/${uuid}/comments`, { message_plain: text })
  await say(message_plain)
  await say('The end')
  const events = await hook.until(52)
  expect(events.map(({ payload }) => payload['mentioned_user']?.['full_name'])).toEqual([
    undefined,
    ...Array.from({ length: 50 }, (_, n) => `Number ${n}`),
    undefined,
  ])
})

test.each(engines)(
  'where there are too many to list, people are named by email address, on %s',
  async (engine) => {
    const story = await crowded(engine, 230)
    const { projectUuid } = story.service.demo
    const { uuid } = await demoTask(story)
    const { get, post } = pageBrowser(story)
    const sheet = async (kind: string, of: string) =>
      (await get(`/projects/${projectUuid}/edit/${kind}/${of}`)).text.replace(/^[^]*<main/, '')
    const first = await sheet('task', uuid)
    expect(first).toContain('Assignee&#39;s email address')
    expect(first).not.toContain('Number 5')
    const task = { name: 'Map the fields', detail: '', due_date: '' }
    const assign = (assignee: string) =>
      post(`/projects/${projectUuid}/act/edit-task/${uuid}`, { ...task, assignee, form_key: `task-${uuid}` })
    expect((await assign('number-229@vendor.example')).status).toBe(303)
    expect(await sheet('task', uuid)).toContain('value="number-229@vendor.example"')
    const unknown = await assign('nobody@vendor.example')
    expect(unknown).toMatchObject(refusedWith('No such user: nobody@vendor.example'))
    expect(await sheet('project', projectUuid)).toContain('value="dana@vendor.example"')
    const named = { name: 'Renamed', description: '', due_date: '2096-12-01' }
    const owned = { ...named, owner: 'number-3@vendor.example' }
    expect((await post(`/projects/${projectUuid}/act/edit-project/${projectUuid}`, owned)).status).toBe(303)
    const { owner } = (await treeOf(story, projectUuid)).project
    expect(owner).toMatchObject({ full_name: 'Number 3' })
    await post(`/people/${(owner as { uuid: string }).uuid}/deactivate`)
    const again = { ...owned, name: 'Renamed again' }
    expect((await post(`/projects/${projectUuid}/act/edit-project/${projectUuid}`, again)).status).toBe(303)
    expect((await treeOf(story, projectUuid)).project).toMatchObject({ name: 'Renamed again', owner })
  },
)

test.each(engines)('an account shows its first contacts, and a search the others, on %s', async (engine) => {
  const story = await begin(engine)
  const { get, post } = pageBrowser(story)
  const contact = { first_name: 'Contact', account: story.service.demo.accounts.initech.uuid }
  for (let at = 0; at < 27; at++)
    await post('/people/contacts', { ...contact, last_name: `É${at}`, email: `c${at}@initech.example` })
  const shown = async (path: string, ...words: string[]) => {
    const { text } = await get(path)
    return words.filter((one) => text.includes(one))
  }
  const more = 'There are more contacts'
  expect(await shown('/people', 'c24@', 'c25@', more)).toEqual(['c24@', more])
  expect(await shown('/people?q=contact é26', 'c26@', 'c1@', more)).toEqual(['c26@'])
})
