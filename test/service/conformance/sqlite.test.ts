import { sections } from './sections/index.ts'
import { runOn } from './support/server.ts'

// All sections in one file: to read the service anew for each took longer than its stories.
runOn('sqlite')
for (const read of sections) await read()
