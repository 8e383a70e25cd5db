import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { imageFiles, importsOf, layOutImage, lockedPackages, packageOf, root } from './support/image.ts'

// This starts whole processes while other tests run.
vi.setConfig({ testTimeout: 90_000 })

interface Manifest {
  readonly scripts: Record<string, string>
  readonly dependencies: Record<string, string>
  readonly optionalDependencies: Record<string, string>
}
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

const isPlayground = (file: string) => file.startsWith('src/playground/')

/** Everything a start may load, except the playground. */
const production = () => {
  const files = new Set(['src/main.ts'])
  const packages = new Set<string>()
  const guests = new Map<string, string>()
  for (const file of files) {
    for (const name of importsOf(file)) {
      if (name.startsWith('node:')) continue
      if (isPlayground(name)) guests.set(name, file)
      else if (name.startsWith('src/')) files.add(name)
      else packages.add(packageOf(name))
    }
  }
  return { files: [...files], packages: [...packages], guests }
}

test('the image holds everything that production loads, and nothing of the playground', () => {
  const image = imageFiles()
  const { files } = production()
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => !image.includes(file))).toEqual([])
  expect(image.filter(isPlayground)).toEqual([])
  expect(image).toContain('src/service/pages/assets/page.css')
  const beside = image.filter((file) => !file.startsWith('src/'))
  expect(beside.sort()).toEqual(['package-lock.json', 'package.json'])
  expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toContain('npm ci --omit=dev --omit=optional')
})

test('every base image is named by its digest', () => {
  const [dockerfile, compose] = ['Dockerfile', 'compose.yaml'].map((file) =>
    readFileSync(join(root, file), 'utf8'),
  )
  const named = [...`${dockerfile}${compose}`.matchAll(/^ *(?:FROM|image:) (\S+)/gm)].map(([, name]) => name)
  expect(named).toHaveLength(2)
  for (const name of named) expect(name).toMatch(/^\w+:\d+(\.\d+)+[\w-]*@sha256:[0-9a-f]{64}$/)
})

test('production uses its dependencies and no others', () => {
  expect(production().packages.sort()).toEqual(Object.keys(manifest.dependencies).sort())
})

test('only src/start/playground.ts knows the playground', () => {
  const { guests } = production()
  expect([...new Set(guests.values())]).toEqual(['src/start/playground.ts'])
})

/** About Slack, not about the product. */
const slackLimits = 'src/slack-limits.ts'

test('the playground imports nothing of the product', () => {
  const own = readdirSync(join(root, 'src/playground'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[jt]s$/.test(file))
    .map((file) => `src/playground/${file}`)
  const known = new Set([
    ...Object.keys(manifest.dependencies),
    ...Object.keys(manifest.optionalDependencies),
  ])
  const foreign = own
    .flatMap(importsOf)
    .filter((name) => !isPlayground(name) && name !== slackLimits && !known.has(packageOf(name)))
  expect(foreign.filter((name) => !name.startsWith('node:'))).toEqual([])
})

test('the libraries of the playground are installed whatever Node npm runs on', () => {
  // npm silently skips an optional package that requires another Node version.
  const locked = new Map(lockedPackages())
  for (const name of Object.keys(manifest.optionalDependencies))
    expect(locked.get(`node_modules/${name}`), name).not.toHaveProperty('engines')
})

const image = () => {
  const folder = mkdtempSync(join(tmpdir(), 'onboarding-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  layOutImage(folder)
  return folder
}

/** Runs until it exits or reports that it is ready. */
const run = (folder: string, args: string[], env: Record<string, string>) =>
  new Promise<{ code: number | null; output: string; errors: string }>((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        DATA_DIR: join(folder, 'data'),
        PORT: '0',
        SERVICE_PORT: '0',
        PLAYGROUND_PORT: '0',
        // A compile cache in a temporary folder is useless.
        NODE_DISABLE_COMPILE_CACHE: '1',
        ...env,
      },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let [output, errors] = ['', '']
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString()
      if (output.includes('http://')) child.kill('SIGTERM')
    })
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
    child.once('exit', (code) => resolve({ code, output, errors }))
  })

test('the service runs from the image alone', async () => {
  const env = { NODE_ENV: 'production', SERVICE_API_KEY: 'a-key-of-twenty-letters' }
  const { code, output, errors } = await run(image(), ['src/main.ts', 'service'], env)
  expect(errors).toBe('')
  expect(output).toContain('Onboarding Project Service: http://')
  expect(code).toBe(0)
})

test.each([
  ['its folder', false],
  ['its libraries', true],
])('a playground that is wanted without %s is one sentence with the way out, exit 1', async (_, folder) => {
  const home = image()
  if (folder) cpSync(join(root, 'src/playground'), join(home, 'src/playground'), { recursive: true })
  expect(existsSync(join(home, 'node_modules/preact'))).toBe(false)
  const { code, errors } = await run(home, ['src/main.ts'], { LOG_LEVEL: 'silent' })
  expect(errors.trim().split('\n')).toHaveLength(1)
  expect(errors).toMatch(
    /^Slack is not configured, and its replacement, the playground, .* set SLACK_BOT_TOKEN, or run npm ci /,
  )
  expect(errors).toContain(folder ? 'preact is missing' : 'playground.ts is missing')
  expect(code).toBe(1)
})

test.each(['start', 'service'])('npm run %s on an older Node is one sentence, exit 1', async (script) => {
  const older = `data:text/javascript,Object.defineProperty(process, 'version', { value: 'v20.19.0' })`
  const [node, ...args] = manifest.scripts[script]?.split(' ') ?? []
  expect(node).toBe('node')
  const { code, errors } = await run(root, ['--import', older, ...args], {})
  expect(errors).toMatch(/^This is Node v20\.19\.0, but this program needs Node 24 or newer: .*\n$/)
  expect(code).toBe(1)
})
