import { test } from 'vitest'
import { nothingCrosses } from './nothing-crosses.ts'

// With a plain role, so with row-level security.
test.each([2, 5])(
  'nothing crosses between %i installations on PostgreSQL',
  { timeout: 900_000 },
  (installations) => nothingCrosses('postgres', installations),
)
