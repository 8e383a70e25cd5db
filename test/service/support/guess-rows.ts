import { openDatabase } from '../../../src/service/store/database.ts'
import { tidyTries } from '../../../src/service/changes/guesses.ts'
import type { Story } from '../harness.ts'

/** How many accounts and addresses are counted; ends the service. */
export const countedGuesses = async (story: Story): Promise<number> => {
  await story.stop()
  await using database = await openDatabase(story.databaseUrl)
  return (await database.sql.selectFrom('sign_in_guess').select('who').execute()).length
}

/** How many are left when so many may stay; ends the service. */
export const tidyGuesses = async (story: Story, most: number): Promise<number> => {
  await story.stop()
  await using database = await openDatabase(story.databaseUrl)
  // Rows of one instant go together: each has its own here.
  const rows = await database.sql.selectFrom('sign_in_guess').select('who').execute()
  for (const [at, { who }] of rows.entries())
    await database.sql
      .updateTable('sign_in_guess')
      .set({ until: 1_000 + at })
      .where('who', '=', who)
      .execute()
  await tidyTries(database.sql, 0, most)
  return (await database.sql.selectFrom('sign_in_guess').select('who').execute()).length
}
