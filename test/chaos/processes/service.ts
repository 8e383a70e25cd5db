import { join } from 'node:path'
import { freePort } from '../../support/free-port.ts'
import type { Timeline } from '../timeline.ts'
import type { Blame } from '../violations.ts'
import { createNode } from './node.ts'

interface Options {
  readonly home: string
  readonly timeline: Timeline
  readonly blame: Blame
}

/** Enough attempts that no fault makes the service set a delivery aside. */
const attempts = Array.from({ length: 120 }, () => 1).join(',')

/** The service as its users start it, with its demo organization. */
export const serviceProcess = async ({ home, timeline, blame }: Options) => {
  const key = 'a-key-for-the-service-of-a-world'
  const port = await freePort()
  const node = createNode({
    name: 'the service',
    port,
    program: 'service',
    timeline,
    blame,
    env: {
      SERVICE_PORT: String(port),
      DATA_DIR: join(home, 'service'),
      LOG_LEVEL: 'warn',
      SERVICE_API_KEY: key,
      SERVICE_HOOK_RETRY_SECONDS: attempts,
      SERVICE_PRIVATE_HOOKS: '1',
      SERVICE_WRITES_PER_MINUTE: '100000',
    },
  })
  await node.start()
  return { node, url: node.url, key }
}
