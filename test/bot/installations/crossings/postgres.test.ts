import { test } from 'vitest'
import { nothingCrosses } from './nothing-crosses.ts'

// Two installations do on SQLite what they do here.
test('nothing crosses between 5 installations on PostgreSQL', { timeout: 900_000 }, () =>
  nothingCrosses('postgres', 5),
)
