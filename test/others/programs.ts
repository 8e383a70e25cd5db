import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/files.ts'

/** Programs of others, which the product is tested against; `npm run others` fetches them here. The generator needs a TypeScript of its own. */
const folder = join(root, 'test-output/others/node_modules')

/** The path of a file there; undefined, with a visible line, if it was not fetched. */
export const fetched = (file: string): string | undefined => {
  const path = join(folder, file)
  if (existsSync(path)) return path
  console.warn(`SKIPPED: tests against ${file}, which \`npm run others\` fetches`)
  return undefined
}
