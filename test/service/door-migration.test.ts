import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/store/database.ts'
import { peopleNamed } from '../../src/service/store/people/people.ts'
import { databaseBeforeDoors } from './support/before-doors.ts'

test.each(['sqlite', 'postgres'] as const)(
  'people of the version before are found by name, in whatever letters, on %s',
  async (engine) => {
    const { url, org } = await databaseBeforeDoors(engine, [
      ['Élodie', 'MÜLLER'],
      ['Lee', ''],
    ])
    await using database = await openDatabase(url)
    const found = await peopleNamed({ sql: database.sql, org }, 'none', ['élodie müller', 'lee', 'other'])
    expect(found.map(({ first_name: name }) => name).sort()).toEqual(['Lee', 'Élodie'])
  },
)
