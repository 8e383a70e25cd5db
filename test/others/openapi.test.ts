import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/files.ts'
import { apiKey, begin, type Story } from '../service/harness.ts'
import { fetched } from './programs.ts'

const lint = fetched('@redocly/cli/bin/cli.js')
const generator = fetched('openapi-typescript/bin/cli.js')
const library = fetched('openapi-fetch/dist/index.mjs')
const folder = join(root, 'test-output/others')

const documentOf = async (story: Story): Promise<string> => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'openapi.json')
  const response = await fetch(`${story.url}/v1/openapi.json`)
  writeFileSync(file, await response.text())
  return file
}

/** The linter would ask its maker for news. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
const node = async (...words: string[]) =>
  (await promisify(execFile)(process.execPath, words, { cwd: folder, env })).stdout

test.runIf(lint)('a linter finds nothing in the OpenAPI document', async () => {
  const file = await documentOf(await begin('sqlite'))
  const report = await node(lint ?? '', 'lint', file, '--format=json')
  expect(JSON.parse(report)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] })
})

const client = `
import createClient from 'openapi-fetch'
import type { paths } from './paths.ts'
const [baseUrl = '', key = ''] = process.argv.slice(2)
const api = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + key } })
const { data, error } = await api.GET('/v1/projects', { params: { query: { limit: 1 } } })
if (error) throw new Error(JSON.stringify(error))
const name: string = data.data.projects[0]?.name ?? ''
// @ts-expect-error The service knows no such path.
await api.GET('/v1/nothing')
const refused = await api.POST('/v1/projects', { body: { name } as never })
console.log(JSON.stringify({ name, status: refused.response.status }))
`

test.runIf(generator && library)('a client that is generated from it compiles, and works', async () => {
  const story = await begin('sqlite')
  const file = await documentOf(story)
  await node(generator ?? '', file, '-o', join(folder, 'paths.ts'))
  writeFileSync(join(folder, 'client.ts'), client)
  const options =
    '--noEmit --strict --skipLibCheck --module nodenext --target esnext --types node --allowImportingTsExtensions'
  const roots = ['--typeRoots', join(root, 'node_modules/@types')]
  await node(
    join(root, 'node_modules/typescript/bin/tsc'),
    '--ignoreConfig',
    ...options.split(' '),
    ...roots,
    'client.ts',
  )
  const said = await node('client.ts', story.url, apiKey)
  expect(JSON.parse(said)).toEqual({ name: story.service.demo.projectName, status: 422 })
})
