import type { Dialogs } from '../workspace/dialogs.ts'
import type { Team } from '../workspace/teams.ts'
import type { Json, Person } from '../workspace/types.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { acting } from './acting.ts'
import type { Sender, Sent } from './send.ts'

/** The Work Object a person acted on, and the card it was opened from. */
export interface Opened {
  externalRef: Json
  entityUrl: string
  /** The link as a person posted it. Undefined if the app posted the object itself. */
  link: unknown
  /** The card's message. */
  card: { channel: string; ts: string; threadTs: string | undefined; url: string }
  /** The workspace whose bot made the card. */
  team: Team
}

export interface PaneInteractions {
  /** A button of the card, or of the pane. */
  press(person: Person, opened: Opened, from: 'card' | 'pane', action: Json): Promise<Sent>
}

/** Payloads in the shapes of docs.slack.dev, "Work Objects". */
export const createPaneInteractions = (
  workspace: Workspace,
  dialogs: Dialogs,
  sender: Sender,
): PaneInteractions => {
  const interactive = (payload: Json) => sender.form({ payload: JSON.stringify(payload) })

  const container = ({ externalRef, entityUrl, link, card }: Opened, type: string): Json => ({
    type,
    entity_url: entityUrl,
    external_ref: externalRef,
    ...(link !== undefined && { app_unfurl_url: link }),
    message_ts: card.ts,
    ...(card.threadTs && { thread_ts: card.threadTs }),
    channel_id: card.channel,
  })

  return {
    press: (person, opened, from, action) =>
      interactive({
        type: 'block_actions',
        ...acting(person, opened.team),
        trigger_id: dialogs.trigger(person.id, opened.team),
        container: container(opened, from === 'card' ? 'message_attachment' : 'entity_detail'),
        actions: [{ type: 'button', block_id: workspace.stamps.secret().slice(0, 5), ...action }],
      }),
  }
}
