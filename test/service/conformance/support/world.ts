import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { eventNames } from '../../../../src/contract/event.ts'
import { type Answer, type Call, at, callerOf, listAt, problem, textAt, people, words } from './call.ts'
import { type Arrival, type Delivered, type Receiver, openReceiver } from './receiver.ts'
import {
  apiKey,
  type Options,
  receiverPort,
  remote,
  type Server,
  startServer,
  type Target,
  targets,
} from './server.ts'

interface Task extends Record<string, unknown> {
  readonly uuid: string
  readonly name: string
  readonly subtasks: readonly { readonly uuid: string; readonly name: string }[]
}

const openWorld = async (target: Target, options: Options) => {
  await using stack = new AsyncDisposableStack()
  const server: Server = stack.use(await startServer(target, options))
  const hook: Receiver = stack.use(await openReceiver(receiverPort))
  const key = options.apiKey ?? apiKey
  const call = callerOf(server.url, key)
  const done = stack.move()
  return { target, server, hook, call, close: () => done.disposeAsync() }
}
type Open = Awaited<ReturnType<typeof openWorld>>

// A server elsewhere may let a story wait for its next minute of writes.
if (remote !== undefined) vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/** One server for the stories of a file, a receiver beside it, and the few requests that most of them make. */
export const createWorld = (options: Options) => {
  let open: Open | undefined
  let listens = false
  let playbook: string | undefined
  let sentinelTask: string | undefined
  const it = (): Open => {
    if (!open) throw new TypeError('the server is not started')
    return open
  }
  const call: Call = (...args) => it().call(...args)

  const good = async (answer: Promise<Answer>) => {
    const { status, body, text } = await answer
    expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' })
    return body
  }

  /** A refusal of this status, in the envelope and with nothing beside it. */
  const refused = async (
    asked: Answer | Promise<Answer>,
    status: number,
    message: unknown,
    errors?: unknown,
  ) => {
    const answer = await asked
    expect([answer.status, answer.body]).toEqual([status, problem(answer, message, errors)])
    return answer
  }

  /** A 422 that names exactly these fields, with these messages or with any. */
  const invalid = (asked: Answer | Promise<Answer>, fields: readonly string[], message: unknown = words) =>
    refused(
      asked,
      422,
      'Validation failed.',
      fields.map((field) => ({ field, message })),
    )

  /** The status of a refusal, and the fields that it names. */
  const wrong = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    return [status, ...listAt(body, 'errors').map((one) => one['field'])]
  }

  const get = (path: string) => good(call('GET', path))
  const post = (path: string, body: unknown) => good(call('POST', path, body))

  const published = async () => {
    const list = '/v1/playbooks?name=Standard%20Onboarding'
    return (playbook ??= textAt(await get(list), 'data.playbooks.2.uuid'))
  }

  const wish = async (changed: Record<string, unknown> = {}): Promise<Record<string, unknown>> => ({
    name: `Conformance ${randomUUID()}`,
    playbook_uuid: await published(),
    account: 'Globex',
    // Far ahead: nothing is overdue, whenever the tests run.
    start_date: '11/23/2096',
    project_owner: people.dana,
    ...changed,
  })

  /** The uuid of a new project. */
  const project = async (changed: Record<string, unknown> = {}): Promise<string> =>
    textAt(await post('/v1/projects', await wish(changed)), 'data.uuid')

  /** `/app/api`, where people act; the interface names no operation that moves a state. */
  const as = (email: string) => (method: string, path: string, body?: unknown) =>
    good(call(method, `/app/api${path}`, body, { 'x-acting-user': email }))

  const modules = async (uuid: string) =>
    listAt(await as(people.dana)('GET', `/projects/${uuid}`), 'data.modules')

  const task = async (uuid: string, name: string): Promise<Task> => {
    const tasks = (await modules(uuid)).flatMap((module) => module['tasks'] as Task[])
    const found = tasks.find((one) => one.name === name)
    if (!found) throw new TypeError(`no task is named ${name}`)
    return found
  }

  const comment = (task: string, message_plain: string) =>
    post(`/v1/tasks/${task}/comments`, { message_plain })

  /** The values of a project's data fields: of all, or of those that the body names. */
  const values = async (project: string, body: unknown = {}) => {
    const answer = await good(call('PUT', `/v1/projects/${project}/datafield-values`, body))
    return listAt(answer, 'data.datafield_values')
  }

  const listen = async () => {
    for (const event_code of listens ? [] : eventNames)
      await post('/v1/webhooks', { event_code, hook_url: it().hook.url })
    listens = true
  }

  /** A comment whose arrival says that everything before it has arrived: deliveries are in order. */
  const sentinel = async () => {
    sentinelTask ??= (await task(await project(), 'Map the fields')).uuid
    const uuid = textAt(await comment(sentinelTask, `sentinel ${randomUUID()}`), 'data.uuid')
    const is = ({ payload }: Delivered) => at(payload, 'comment.uuid') === uuid
    await it().hook.until((arrived) => arrived.some(({ event }) => is(event)))
    return is
  }

  /** Every delivery that this work led to, in its order, and none that came before or after. */
  const arrivalsDuring = async (work: () => Promise<unknown>): Promise<Arrival[]> => {
    await listen()
    await sentinel()
    const from = it().hook.arrived.length
    await work()
    const isSentinel = await sentinel()
    const arrived = it().hook.arrived.slice(from)
    return arrived.slice(
      0,
      arrived.findIndex(({ event }) => isSentinel(event)),
    )
  }

  /** The events themselves, as they arrived at the address that is subscribed to all of them. */
  const during = async (work: () => Promise<unknown>): Promise<Delivered[]> =>
    (await arrivalsDuring(work)).filter(({ path }) => path === '/hook').map(({ event }) => event)

  return {
    open: async (target: Target) => {
      open = await openWorld(target, options)
    },
    close: async () => open?.close(),
    get target() {
      return it().target
    },
    get url() {
      return it().server.url
    },
    get databaseUrl() {
      return it().server.databaseUrl
    },
    get hook() {
      return it().hook
    },
    call,
    good,
    refused,
    invalid,
    wrong,
    get,
    post,
    /** Without an Authorization header unless a key is given. */
    withKey: (key?: string) => callerOf(it().server.url, key),
    wish,
    project,
    as,
    modules,
    task,
    comment,
    values,
    arrivalsDuring,
    during,
  }
}
export type World = ReturnType<typeof createWorld>

/** The stories of a section, on every target; `own` are those that need a server with options of theirs. */
export const onEach = (title: string, stories: (world: World) => void, own?: Options): void => {
  const isElsewhere = own !== undefined && remote !== undefined
  describe.skipIf(isElsewhere).each(targets)(`${title} on %s`, (target) => {
    const world = createWorld(own ?? {})
    beforeAll(() => world.open(target))
    afterAll(() => world.close())
    stories(world)
  })
}
