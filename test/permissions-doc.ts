import { writeFileSync } from 'node:fs'
import { permissionsDocument } from './permissions/document.ts'

/** `npm run permissions`: writes docs/permissions.md from the bot's own tables. */
writeFileSync(new URL('../docs/permissions.md', import.meta.url), permissionsDocument())
