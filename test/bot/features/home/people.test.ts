import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { User } from '../../../../src/contract/user.ts'
import { validateView } from '../../../support/slack-limits.ts'
import { commentEvent, dana, runningBot } from '../../support/running-bot.ts'
import { customer, project } from '../../support/stand-in-tracker.ts'
import { person } from '../../support/making-channels.ts'
import { personLinks } from '../../support/rows/known-rows.ts'
import { answerIn, by, chosen, onHome } from '../../support/acts.ts'

const lee = 'U0LEE'
const image = 'https://avatars.example/lee.png'

const team = [
  person('u1', 'Dana Smith', 'Dana@vendor.example'),
  // In the tracker under another address than in Slack.
  person('u2', 'Lee Wong', 'l.wong@vendor.example'),
  person('u3', 'Sam Reed', 'sam@vendor.example'),
]
const casey = person(customer, 'Casey Jones', 'casey@acme.example', { is_customer: true })

const bot = async () => {
  const running = await runningBot()
  running.tracker.users.push(...team, casey)
  const { slack, submits } = running
  const profile = { real_name: 'Lee W.', email: 'lee@vendor.example', image_72: image }
  const theirs = { body: { ok: true, user: { id: lee, team_id: 'T1', profile } } }
  slack.answers({ method: 'users.info', user: lee }, theirs)
  const views = () => slack.made('views.publish').map(({ user_id: user, view }) => ({ user, view }))
  /** The words of somebody's Home tab, once it is newer than `after` of them. */
  const home = async (user: string, after: number) => {
    await running.until(() => expect(views().length).toBeGreaterThan(after))
    const { view } = views().findLast((one) => one.user === user) ?? {}
    validateView(view as Parameters<typeof validateView>[0])
    return JSON.stringify(view)
  }
  const press = async (action: string, value: string, user = dana) => {
    const before = views().length
    await running.presses(action, value, { ...onHome, ...by(user) })
    return { home: () => home(user, before) }
  }
  const open = async (user = dana) => (await press('home_page', 'workspace', user)).home()
  /** Submits the dialog; what Slack is answered. */
  const submit = async (who: User, is: string, member: string | null, user = dana) => {
    const values = {
      person_who: chosen(who.uuid ?? '', who.full_name ?? ''),
      person_is: chosen(is),
      person_member: { type: 'users_select', selected_user: member },
    }
    return answerIn(await submits({ callback_id: 'person_dialog' }, values, by(user)))
  }
  const says = async (author: string, text: string) => {
    const comment = running.tracker.addComment({ message_plain: text, created_by_uuid: author })
    await running.send(commentEvent(comment, text.startsWith('@') ? 'comment_mention' : 'comment_new'))
    return slack.made('chat.postMessage').findLast(({ username }) => username !== undefined)
  }
  return { ...running, open, press, submit, says }
}

test('a person whom the tracker shows without a uuid is matched by the email address', async () => {
  const { submit, says, slack, until, idle, tracker, database } = await bot()
  const { uuid: _, ...kim } = person('', 'Kim Ott', 'Kim@vendor.example')
  tracker.users.push(kim)
  expect(await submit({ ...kim, uuid: 'kim@vendor.example' }, 'member', lee)).toEqual({})
  await idle()
  expect(await personLinks(database)).toMatchObject([{ tracker_uuid: 'kim@vendor.example', slack_user: lee }])
  await says(customer, '@Kim Ott, is Tuesday better?')
  await until(() => expect(slack.roots(lee).at(-1)?.text).toContain('is Tuesday better?'))
})

test('an admin sees on the Home tab how many are mapped, and who is not', async () => {
  const { open } = await bot()
  const view = await open()
  expect(view).toContain('In the tracker you are Dana Smith.')
  expect(view).toContain('1 of 3 people on the tracker’s team are matched to members of this workspace.')
  expect(view).toContain('Not matched: Lee Wong and Sam Reed.')
  expect(view).toContain('Match Lee Wong')
  const theirs = await open(lee)
  expect(theirs).toContain('You aren’t matched to anybody in the tracker.')
  expect(theirs).not.toContain('on the tracker’s team')
})

test('an admin corrects in a dialog who somebody is: pictures and mentions follow, and the dialog undoes it', async () => {
  const { open, press, submit, says, command, viewIn, slack, until, idle, tracker } = await bot()
  await command(`subscribe "${project.name}" all`)
  expect((await says('u2', 'Before'))?.['icon_url']).toBeUndefined()
  await press('link_person', JSON.stringify({ uuid: 'u2', name: 'Lee Wong' }))
  expect(JSON.stringify(await viewIn())).toContain('Lee Wong')
  expect(await submit(team[1] ?? casey, 'member', lee)).toEqual({})
  await idle()
  expect(slack.roots(lee).map(({ text }) => text)).toEqual([
    '<@U0DANA> matched you to Lee Wong.\nThat person’s comments in Slack now show your picture, and you hear when they’re mentioned.\nIf that’s wrong, an admin can correct it on the app’s Home tab.',
  ])
  expect((await says('u2', 'After'))?.['icon_url']).toBe(image)
  await says(customer, '@Lee Wong, is Tuesday better?')
  await until(() => expect(slack.roots(lee)).toHaveLength(2))
  expect(slack.roots(lee)[1]?.text).toContain('mentioned you')
  const owner = { ...project.project_owner, email_address: 'l.wong@vendor.example' }
  tracker.projects.push({ ...project, uuid: randomUUID(), name: 'Globex – Rollout', project_owner: owner })
  expect(await (await press('home_page', 'work', lee)).home()).toContain('Globex – Rollout')
  const corrected = await open()
  expect(corrected).toContain('2 of 3 people')
  expect(corrected).toContain('Corrected: Lee Wong is Lee')
  expect(await submit(team[1] ?? casey, 'email', null)).toEqual({})
  expect(await open()).toContain('1 of 3 people')
  expect((await says('u2', 'As before'))?.['icon_url']).toBeUndefined()
})

test('only admins say who somebody is: not a member of themself, nobody of another organization, no app', async () => {
  const { press, submit, slack, until, database } = await bot()
  await press('link_person', '', lee)
  await until(() => expect(slack.roots(lee)).toHaveLength(1))
  expect(slack.roots(lee)[0]?.text).toContain(
    'Only admins and owners of this Slack workspace can match people',
  )
  const [first = casey] = team
  expect(JSON.stringify((await submit(first, 'member', lee, lee)).view)).toContain('Only admins and owners')
  const problem = async (member: string | null) =>
    (await submit(first, 'member', member)).errors?.['person_member']
  expect(await problem('U0CASEY')).toContain('not an app or somebody')
  expect(await problem('U0BOT')).toContain('not an app or somebody')
  expect(await problem(null)).toContain('Choose a member')
  expect(await personLinks(database)).toEqual([])
})
