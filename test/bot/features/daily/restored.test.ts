import { withoutQuote } from '../../../support/without-quote.ts'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAdmin } from '../../../../src/start/commands/admin.ts'
import { runBackup } from '../../../../src/start/commands/backup.ts'
import { eachEngine } from '../../../support/databases.ts'
import { freshFolder } from '../../../support/fresh-folder.ts'
import { by } from '../../support/acts.ts'
import { valueOf } from '../../support/pressing.ts'
import { settingsMetadataOf, settingsValues } from '../../support/settings-values.ts'
import { postRows } from '../../support/rows/post-rows.ts'
import { botWithThread, channel, commentEvent, dana } from '../../support/running-bot.ts'

/** A bot with comments that wait for Slack, the first one in doubt, and a reply that waits for the tracker. */
const waiting = async (engine: 'sqlite' | 'postgres', layout: 'threads' | 'flat' = 'threads') => {
  const running = await botWithThread({ engine })
  const form = { id: 'V1', callback_id: 'settings_dialog', private_metadata: settingsMetadataOf(channel) }
  await running.submits(form, settingsValues({ preset: 'custom', layout }))
  await running.idle()
  const { slack, tracker, hook, say, until, database } = running
  slack.answers('chat.postMessage', { status: 503 })
  await hook(commentEvent(tracker.addComment({ message_plain: 'Is it on the way?' })))
  await hook(commentEvent(tracker.addComment({ message_plain: 'It is on the way, isn’t it?' })))
  const jobs = async (kind: string) =>
    (await running.bot.deps.lanes.counts()).find((one) => one.kind === kind)?.waiting ?? 0
  await expect.poll(() => jobs('post')).toBe(2)
  tracker.control.down = 'unreachable'
  await say('It is.')
  await expect.poll(() => jobs('reply')).toBe(1)
  const heal = () => {
    slack.fault.next = undefined
    tracker.control.down = undefined
  }
  const sent = () => ({
    posts: slack.messages.filter(({ text }) => /is it on the way|it is on the way/i.test(withoutQuote(text)))
      .length,
    comments: [...tracker.comments.values()].filter(({ message_plain: text }) => text.includes('It is.'))
      .length,
  })
  return { running, heal, sent, until, database }
}

type Waiting = Awaited<ReturnType<typeof waiting>>

/** What waited is shown. Whoever retries it posts what is not there; the reply is for its author to send again. */
const showsWhatWaited = async ({ running, sent, until }: Waiting, before: ReturnType<Waiting['sent']>) => {
  const { command, idle, press, presses, bot, slack } = running
  const aside = async () =>
    (await bot.deps.lanes.counts()).flatMap(({ kind, aside: count }) =>
      kind === 'post' || kind === 'reply' ? [`${count} ${kind}`] : [],
    )
  await expect.poll(aside, { timeout: 10_000 }).toEqual(['2 post', '1 reply'])
  await idle()
  expect(sent()).toEqual(before)
  const { text } = await command('status')
  expect(text).toContain('2 messages failed: restored from a backup, so it may have been done since')
  expect(text).toContain('1 comment failed: restored from a backup, so it may have been done since')
  const retried = await press('retry_failed', 'channel', by('U0LEE'))
  expect(retried.text).toContain('2 failures retried')
  expect(retried.text).toContain('1 comment may be in the tracker already')
  await until(() => expect(sent().posts).toBe(2))
  // What may be in Slack is looked for more than once.
  const isOpen = ({ state }: { state: string }) => state === 'waiting' || state === 'sending'
  await expect.poll(async () => (await postRows(running.database)).filter(isOpen)).toEqual([])
  await idle()
  expect(sent()).toEqual({ posts: 2, comments: before.comments })
  const [told] = slack.ephemerals(dana)
  expect(told?.['text']).toContain('Check the task before you try again')
  await presses('retry_reply', valueOf(told, 'retry_reply'))
  await until(() => expect(sent().comments).toBe(before.comments + 1))
  await idle()
  expect((await command('status')).text).not.toContain('failed')
}

test.each(['threads', 'flat'] as const)(
  'what waited in a backup of a running bot is shown after its restore, and not sent (%s)',
  async (layout) => {
    const story = await waiting('sqlite', layout)
    const { running, heal, sent, until } = story
    const { length: roots } = running.slack.roots(channel)
    const file = running.databaseUrl.slice('sqlite:'.length)
    const copy = join(freshFolder(), 'copy')
    await runBackup({ DATABASE_URL: running.databaseUrl, DATA_DIR: freshFolder() }, [copy])
    heal()
    await until(() => expect(sent()).toEqual({ posts: 2, comments: 1 }))
    await running.restart(async () => {
      for (const end of ['-wal', '-shm']) await rm(file + end, { force: true })
      await copyFile(join(copy, 'onboarding.db'), file)
    })
    await showsWhatWaited(story, { posts: 2, comments: 1 })
    expect(running.slack.roots(channel)).toHaveLength(layout === 'flat' ? roots + 2 : roots)
  },
)

eachEngine('`admin set-aside`', (_fresh, engine) => {
  test('does the same before the first start on a dump that was restored', async () => {
    const story = await waiting(engine)
    const { running, heal, sent } = story
    await running.restart(async () => {
      heal()
      const env = { DATABASE_URL: running.databaseUrl, DATA_DIR: freshFolder() }
      expect(await runAdmin(env, 'set-aside', [])).toMatch(
        /^DATABASE_URL: the next start sets \d+ waiting jobs aside\.$/,
      )
    })
    expect(sent()).toEqual({ posts: 0, comments: 0 })
    await showsWhatWaited(story, { posts: 0, comments: 0 })
  })
})
