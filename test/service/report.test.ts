import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/service/store/database.ts'
import { reportOf } from '../../src/service/store/projects/report.ts'
import { freshDatabaseUrl } from '../support/databases.ts'
import { expected, reportNow } from '../support/report-fixture.ts'
import { engines } from './harness.ts'
import { fillReported } from './support/report-rows.ts'

describe.each(engines)('the report of the service on %s', (engine) => {
  test('counts what docs/reports.md says', async () => {
    await using database = await openDatabase(await freshDatabaseUrl(engine))
    const scope = await fillReported(database)
    expect(await reportOf(scope, reportNow)).toEqual(expected)
    const nobody = { ...scope, org: 'another' }
    expect(await reportOf(nobody, reportNow)).toEqual({
      running: 0,
      completed: 0,
      onTime: 0,
      months: [],
      waiting: [],
      overdue: [],
      answered: { inADay: 0, of: 0 },
    })
  })
})
