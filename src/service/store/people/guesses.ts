import type { Queries } from '../database.ts'

/** A limit on rows, so that guesses from many addresses don't fill the disk. The oldest go first. */
const mostRows = 10_000

/** Counts one more attempt. The count restarts when its time window is over. */
export const countTry = async (
  sql: Queries,
  { who, now, windowMs }: { who: string; now: number; windowMs: number },
): Promise<{ tries: number; until: number }> => {
  const fresh = { who, tries: 1, until: now + windowMs }
  return sql
    .insertInto('sign_in_guess')
    .values(fresh)
    .onConflict((conflict) =>
      conflict.column('who').doUpdateSet((eb) => {
        const isOver = eb('sign_in_guess.until', '<=', now)
        return {
          tries: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb('sign_in_guess.tries', '+', 1))
            .end(),
          until: eb.case().when(isOver).then(fresh.until).else(eb.ref('sign_in_guess.until')).end(),
        }
      }),
    )
    .returning(['tries', 'until'])
    .executeTakeFirstOrThrow()
}

export const forgetTries = async (sql: Queries, who: string): Promise<void> => {
  await sql.deleteFrom('sign_in_guess').where('who', '=', who).execute()
}

/** Deletes expired rows, and the oldest ones beyond `most`. */
export const tidyTries = async (sql: Queries, now: number, most = mostRows): Promise<void> => {
  await sql.deleteFrom('sign_in_guess').where('until', '<=', now).execute()
  const beyond = sql
    .selectFrom('sign_in_guess')
    .select('until')
    .orderBy('until', 'desc')
    .offset(most)
    .limit(1)
  await sql
    .deleteFrom('sign_in_guess')
    .where('until', '<=', (eb) => eb.selectFrom(beyond.as('b')).select('b.until'))
    .execute()
}
