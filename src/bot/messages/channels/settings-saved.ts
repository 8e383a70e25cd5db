import { bold, line, type Message, message, user } from '../kit/message.ts'
import { presetChoice } from './presets.ts'
import { type SettingsFacts, settingsWords } from './settings-words.ts'

/** Posted in the channel, because it concerns everybody there. */
export const settingsSaved = ({ by, ...facts }: SettingsFacts & { by: string }): Message =>
  message(
    line(user(by), ' changed this channel’s settings: ', bold(presetChoice(facts.preset).text), '.'),
    ...settingsWords(facts).map((words) => line('• ', words)),
  )
