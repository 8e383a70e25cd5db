import { randomUUID } from 'node:crypto'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { onTestFinished } from 'vitest'
import { dana, type RunningTestBot } from './running-bot.ts'
import { signedHeaders } from './start-node.ts'

type Running = Pick<RunningTestBot, 'bot' | 'signed' | 'slack' | 'until'>

export interface Told {
  text: string
  isError: boolean
  /** What the protocol gives beside the text. */
  data: { answer: string; choices: { label: string; command: string }[] } | undefined
}

/** The SDK's own client. `call` gives what the tool answered. */
const connected = async (transport: StreamableHTTPClientTransport, meta?: object) => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const call = async (
    name: string,
    given: Record<string, unknown> = {},
    more: object = {},
  ): Promise<Told> => {
    const _meta = { ...meta, ...more }
    const { content, isError, structuredContent } = await client.callTool({ name, arguments: given, _meta })
    const [first] = content as { text: string }[]
    return {
      text: first?.text ?? '',
      isError: isError === true,
      data: structuredContent as Told['data'],
    }
  }
  return { client, call }
}

const urlOf = ({ bot }: Pick<Running, 'bot'>) => new URL(`${bot.url}/mcp`)

/** Any client, with a person's key. */
export const assistantWithKey = (running: Running, key: string) =>
  connected(
    new StreamableHTTPClientTransport(urlOf(running), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  )

interface SlackIdentity {
  user_id?: string
  team_id?: string | null
  enterprise_id?: string
}

/** As Slackbot calls: each request signed, and who asks in `_meta`. */
export const slackbotFor = (running: Running, slack: SlackIdentity = { user_id: dana, team_id: 'T1' }) =>
  connected(
    new StreamableHTTPClientTransport(urlOf(running), {
      fetch: (url, init) => {
        const body = typeof init?.body === 'string' ? init.body : ''
        const headers = new Headers(init?.headers)
        for (const [name, value] of Object.entries(signedHeaders(body, 'application/json')))
          headers.set(name, value)
        return fetch(url, { ...init, headers })
      },
    }),
    { slack },
  )

/** Presses a button on the Home tab. */
export const pressOnHome = (running: Pick<Running, 'signed'>, action: string, user = dana, team = 'T1') => {
  const payload = {
    type: 'block_actions',
    user: { id: user, team_id: team },
    team: { id: team },
    api_app_id: 'A1',
    container: { type: 'view', view_id: 'V1' },
    view: { id: 'V1', type: 'home', private_metadata: '', state: { values: {} } },
    trigger_id: randomUUID(),
    actions: [{ type: 'button', action_id: action, block_id: 'b', value: '', action_ts: '1' }],
  }
  const form = new URLSearchParams({ payload: JSON.stringify(payload) })
  return running.signed(form.toString(), 'application/x-www-form-urlencoded')
}

const keyForm = /onb_\d+_U\w+?_[\w-]{43}/

const keysShown = ({ slack }: Pick<Running, 'slack'>): string[] =>
  slack.made('views.open').flatMap((args) => keyForm.exec(JSON.stringify(args['view']))?.[0] ?? [])

/** Presses *Create assistant key*. The key is read from the dialog, which shows it once. */
export const newKey = async (running: Running, user = dana, team = 'T1'): Promise<string> => {
  const shown = () => running.slack.made('views.publish').length
  const before = shown()
  await pressOnHome(running, 'assistant_key', user, team)
  // The tab is shown again once the key is stored.
  await running.until(() => {
    if (shown() === before) throw new Error('no key was made')
  })
  return keysShown(running).at(-1) ?? ''
}
