import { scoping } from '../../database/scope.ts'
import type { BotTables } from './tables.ts'

/** Complete, or it does not compile. */
const names: { [Name in keyof BotTables]: true } = {
  channel_digest: true,
  channel_mute: true,
  channel_setting: true,
  post: true,
  inbox: true,
  known_comment: true,
  known_module: true,
  known_project: true,
  known_task: true,
  made_channel: true,
  module_name: true,
  person_link: true,
  project_request: true,
  reply: true,
  reply_comment: true,
  setting: true,
  subscription: true,
  task_thread: true,
}

/** Limits each statement to the rows of one installation. */
export const scopedTables = Object.keys(names) as readonly (keyof BotTables)[]

export const scopeTo = scoping(new Set<string>(scopedTables), 'installation_id')
