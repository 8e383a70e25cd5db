import type { MadeChannel } from '../../audience/store/made-channels.ts'
import type { Tx } from '../../store/database.ts'
import { channelStored } from './messages/made-channel.ts'
import type { Message } from '../../kit/message.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { closedKinds, SlackProblem } from '../../slack/problem.ts'
import { tellPerson } from '../../answers/tell.ts'

/** Waiting does not help, so the person gets a message. */
export const isRefused = (error: unknown): error is SlackProblem =>
  error instanceof SlackProblem && closedKinds.includes(error.kind)

type Asked = Pick<MadeChannel, 'project_uuid' | 'asked_by' | 'asked_in'>

/** Tells the person who asked, where they did. One lane keeps the order. */
export const tellAsker = (
  deps: Pick<BotDeps, 'lanes'>,
  tx: Tx,
  { project_uuid: project, asked_by: user, asked_in: channel }: Asked,
  message: Message,
): Promise<void> =>
  tellPerson(deps, tx, { user, channel: channel ?? undefined, ts: `channel-${project}` }, message)

/** It takes longer than an attempt. Once for each time that somebody asks. */
export const tellOfMaking = (
  deps: Pick<BotDeps, 'lanes' | 'database'>,
  { project_uuid: project, asked_by: user, asked_in: channel, name, created_at: at }: MadeChannel,
): Promise<void> =>
  deps.database.transaction((tx) =>
    tellPerson(
      deps,
      tx,
      { user, channel: channel ?? undefined, ts: `channel-${project}-${at}` },
      channelStored({ name }),
      'once',
    ),
  )
