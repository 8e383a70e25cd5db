import type { ModalView } from '@slack/types'
import { type EventName, families, type Family } from '../../../contract/event.ts'
import { eventWords } from './event-words.ts'
import { input, plain, several } from '../kit/form-elements.ts'
import { callbacks, type SubscriptionKey } from '../kit/ids.ts'
import { type Choice, options } from '../kit/options.ts'

/** Block and action id of a family's boxes. */
export const eventsInput = (family: Family): string => `events_${family}`

export const familyNames = Object.keys(families) as Family[]

export interface EventsDialogFacts {
  key: SubscriptionKey
  /** The project's or account's name. */
  label: string
  events: readonly EventName[]
}

const labels: Record<Family, string> = {
  project: 'Projects',
  task: 'Tasks',
  subtask: 'Subtasks',
  comment: 'Comments',
  module: 'Modules',
}

const boxOf = (name: EventName): Choice => ({ value: name, text: eventWords([name]) })

/** *Edit events* of one subscription: a box for each event, by family. */
export const eventsDialog = ({ key, label, events }: EventsDialogFacts): ModalView => ({
  type: 'modal',
  callback_id: callbacks.eventsDialog,
  private_metadata: JSON.stringify(key),
  title: plain('Events', 24),
  submit: plain('Save', 24),
  close: plain('Cancel', 24),
  blocks: [
    {
      type: 'section',
      text: plain(
        key.scope === 'all'
          ? 'Of all projects the channel receives:'
          : `Of the ${key.scope} “${label}” the channel receives:`,
        300,
      ),
    },
    ...familyNames.map((family) => {
      const boxes = families[family].map(boxOf)
      return input({
        id: eventsInput(family),
        label: labels[family],
        optional: true,
        element: {
          type: 'checkboxes',
          action_id: eventsInput(family),
          options: options(boxes),
          ...several(boxes.filter(({ value }) => (events as readonly string[]).includes(value))),
        },
      })
    }),
  ],
})
