import { readFileSync, writeFileSync } from 'node:fs'
import { permissionsDocument, withCommands } from './permissions/document.ts'

/** `npm run permissions`: writes docs/permissions.md, and the subcommands of docs/use.md, from the bot's own tables. */
const doc = (name: string) => new URL(`../docs/${name}.md`, import.meta.url)
writeFileSync(doc('permissions'), permissionsDocument())
writeFileSync(doc('use'), withCommands(readFileSync(doc('use'), 'utf8')))
