import type { Section } from './row.ts'
import { access } from './rows/access.ts'
import { app } from './rows/app.ts'
import { channels } from './rows/channels.ts'
import { commands } from './rows/commands.ts'
import { hardRules } from './rows/hard-rules.ts'
import { installations } from './rows/installations.ts'
import { messages } from './rows/messages.ts'
import { pages } from './rows/pages.ts'
import { places } from './rows/places.ts'
import { replies } from './rows/replies.ts'
import { threads } from './rows/threads.ts'

/** Everything that a person was promised of the app. */
export const sections: readonly Section[] = [
  commands,
  places,
  messages,
  replies,
  threads,
  channels,
  access,
  hardRules,
  installations,
  app,
  pages,
]
