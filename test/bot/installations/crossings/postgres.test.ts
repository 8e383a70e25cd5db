import { test } from 'vitest'
import { nothingCrosses } from './nothing-crosses.ts'

test('nothing crosses between 5 installations on PostgreSQL', { timeout: 900_000 }, () =>
  nothingCrosses('postgres'),
)
