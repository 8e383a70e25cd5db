import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { childEnvironment } from '../support/run-main.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { root } from '../support/files.ts'

const main = join(root, 'src/main.ts')

test('a SIGTERM that ends npm and its shell ends the program, which frees its ports', async () => {
  const env = {
    ...childEnvironment(),
    npm_lifecycle_event: 'service',
    SERVICE_PORT: '0',
    DATA_DIR: freshFolder(),
  }
  // A shell that has more to do does not become the program.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${main}" service; true`], { env })
  onTestFinished(() => void shell.kill('SIGKILL'))
  let said = ''
  shell.stdout.on('data', (text: Buffer) => (said += text.toString()))
  await expect.poll(() => said).toContain('Onboarding Project Service: http://')
  // Its output ends with the last process that writes to it.
  const ended = once(shell.stdout, 'close')
  shell.kill('SIGTERM')
  await ended
  expect(said).toContain('Stopping …')
})
