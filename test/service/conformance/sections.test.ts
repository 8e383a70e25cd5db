import { readdirSync } from 'node:fs'

// All sections, for both engines, in one file: to read the service anew took longer than many stories.
const folder = new URL('sections/', import.meta.url)
for (const file of readdirSync(folder).sort()) await import(new URL(file, folder).href)
