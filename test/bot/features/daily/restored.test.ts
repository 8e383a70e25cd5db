import { withoutQuote } from '../../../support/without-quote.ts'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAdmin } from '../../../../src/start/commands/admin.ts'
import { runBackup } from '../../../../src/start/commands/backup.ts'
import { eachEngine } from '../../../support/databases.ts'
import { freshFolder } from '../../../support/fresh-folder.ts'
import { botWithThread, commentEvent } from '../../support/running-bot.ts'

/** A bot with a comment that waits for Slack, and a reply that waits for the tracker. */
const waiting = async (engine: 'sqlite' | 'postgres') => {
  const running = await botWithThread({ engine })
  const { slack, tracker, hook, say, until, database } = running
  slack.answers('chat.postMessage', { status: 503 })
  await hook(commentEvent(tracker.addComment({ message_plain: 'Is it on the way?' })))
  const jobs = async (kind: string) =>
    (await running.bot.deps.lanes.counts()).find((one) => one.kind === kind)?.waiting ?? 0
  await expect.poll(() => jobs('post')).toBe(1)
  tracker.control.down = 'unreachable'
  await say('It is.')
  await expect.poll(() => jobs('reply')).toBe(1)
  const heal = () => {
    slack.fault.next = undefined
    tracker.control.down = undefined
  }
  const sent = () => ({
    posts: slack.messages.filter(({ text }) => withoutQuote(text).includes('Is it on the way?')).length,
    comments: [...tracker.comments.values()].filter(({ message_plain: text }) => text.includes('It is.'))
      .length,
  })
  return { running, heal, sent, until, database }
}

type Waiting = Awaited<ReturnType<typeof waiting>>

/** What waited is shown; a person sends it. */
const showsWhatWaited = async ({ running, sent, until }: Waiting, before: ReturnType<Waiting['sent']>) => {
  const { command, idle, presses, bot } = running
  const aside = async () =>
    (await bot.deps.lanes.counts()).flatMap(({ kind, aside: count }) =>
      kind === 'post' || kind === 'reply' ? [`${count} ${kind}`] : [],
    )
  await expect.poll(aside, { timeout: 10_000 }).toEqual(['1 post', '1 reply'])
  await idle()
  expect(sent()).toEqual(before)
  const { text } = await command('status')
  expect(text).toContain('1 message failed: restored from a backup, so it may have been done since')
  expect(text).toContain('1 comment failed: restored from a backup, so it may have been done since')
  await presses('retry_failed', 'channel')
  await until(() => expect(sent()).toEqual({ posts: before.posts + 1, comments: before.comments + 1 }))
  expect((await command('status')).text).not.toContain('failed')
}

test('what waited in a backup of a running bot is shown after its restore, and not sent', async () => {
  const story = await waiting('sqlite')
  const { running, heal, sent, until } = story
  const file = running.databaseUrl.slice('sqlite:'.length)
  const copy = join(freshFolder(), 'copy')
  await runBackup({ DATABASE_URL: running.databaseUrl, DATA_DIR: freshFolder() }, [copy])
  heal()
  await until(() => expect(sent()).toEqual({ posts: 1, comments: 1 }))
  await running.restart(async () => {
    for (const end of ['-wal', '-shm']) await rm(file + end, { force: true })
    await copyFile(join(copy, 'onboarding.db'), file)
  })
  await showsWhatWaited(story, { posts: 1, comments: 1 })
})

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
