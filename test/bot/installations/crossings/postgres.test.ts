import { test } from 'vitest'
import { nothingCrosses } from './nothing-crosses.ts'

test.each([2, 5])(
  'nothing crosses between %i installations on PostgreSQL',
  { timeout: 900_000 },
  (installations) => nothingCrosses('postgres', installations),
)
