import { nothingCrosses } from './nothing-crosses.ts'

// With a plain role, so with row-level security.
nothingCrosses('postgres', 2)
nothingCrosses('postgres', 5)
