import { nothingCrosses } from './nothing-crosses.ts'

nothingCrosses('sqlite', 2)
nothingCrosses('sqlite', 5)
