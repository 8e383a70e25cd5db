import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { sql as raw } from 'kysely'
import { connect } from '../../src/database/database.ts'
import { databaseOf, latest, type Rows, rowsAt } from '../upgrade/recorded.ts'
import { eachEngine } from '../support/databases.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { runMain } from '../support/run-main.ts'
import { read } from '../support/files.ts'
import { cardsRefreshed, jobRows } from '../support/lane-rows.ts'
import { botWithThread } from '../bot/support/running-bot.ts'
import { project } from '../bot/support/stand-in-tracker.ts'

// Processes and databases are started.
vi.setConfig({ testTimeout: 120_000 })

const page = read('docs/operations.md')

test('every command in docs/operations.md that an operator starts can be run as it stands', async () => {
  const home = freshFolder()
  const data = await databaseOf(latest, 'bot', 'sqlite')
  const env = { DATA_DIR: home, DATABASE_URL: data }
  const named = [...page.matchAll(/npm start -- ([a-z-]+)((?: [^`\n]*)?)`/g)]
  const ran: string[] = []
  for (const line of new Set(named.map(([, word = '', given = '']) => word + given))) {
    const words = line
      .trim()
      .split(/ +/)
      .map((one) => (one === 'FOLDER' ? join(home, 'copy') : one))
    const [word = ''] = words
    // It needs a server; its own tests run it.
    if (word === 'migrate') continue
    const { status, stderr } = runMain(words, env)
    // The doctor finds problems here.
    expect([0, 1, 2], `${words.join(' ')}: ${stderr}`).toContain(status)
    expect(stderr).not.toMatch(/Usage|Start-up failed/)
    ran.push(word)
  }
  expect(new Set(ran)).toEqual(new Set(['doctor', 'backup', 'admin', 'service']))
})

/** Runs what docs/operations.md says to run for a project whose data is removed. */
const removeData = async (url: string, project: string): Promise<void> => {
  const [, section = ''] = /## Removing a customer's data\n([^]*?)\n## /.exec(page) ?? []
  const blocks = [...section.matchAll(/```sql\n([^]*?)```/g)].map(([, block = '']) => block)
  expect(blocks).toHaveLength(1)
  const statements = blocks.join('').replaceAll('PROJECT-UUID', project)
  await using database = connect(url, 1)
  for (const statement of statements.trim().split('\n'))
    await raw.raw(statement.replace(/;$/, '')).execute(database.sql)
}

eachEngine("removing a customer's data as docs/operations.md says", (_fresh, engine) => {
  test('leaves no text of the project, and its messages stay known', async () => {
    const url = await databaseOf(latest, 'bot', engine)
    const before = await rowsAt(url)
    const words = ['plan? ☕', 'On Monday', 'Globex – Upgrade']
    const project = String(before['known_project']?.find(({ name }) => name === 'Globex – Upgrade')?.['uuid'])
    const wordy = (rows: Rows) =>
      Object.entries(rows).flatMap(([table, all]) => {
        const text = JSON.stringify(all)
        return words.some((word) => text.includes(word)) ? [table] : []
      })
    expect(wordy(before)).toEqual(expect.arrayContaining(['post', 'known_project', 'reply']))

    await removeData(url, project)
    const after = await rowsAt(url)
    expect(wordy(after)).toEqual([])
    expect(after['post']).toHaveLength(before['post']?.length ?? 0)
  })
})

test('after it, an edit and a deletion in the tracker find nothing that they cannot read', async () => {
  const running = await botWithThread()
  const { customerSays, edits, deletes, restart, databaseUrl, slack, root, idle } = running
  const edited = await customerSays('What of the plan?')
  const deleted = await customerSays('A slip')
  await restart(() => removeData(databaseUrl, project.uuid))
  await edits(edited, 'What of the other plan?')
  await deletes(deleted)
  await vi.waitFor(() => expect(slack.thread(root.ts).join()).not.toContain('A slip'))
  await cardsRefreshed(running.database)
  await idle()
  expect(await jobRows(running.database, { state: 'aside' })).toEqual([])
})
