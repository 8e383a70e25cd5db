import type { ModalView } from '@slack/types'
import { type EventName, families, type Family, familyNames } from '../../../contract/event.ts'
import { eventWords } from './event-words.ts'
import { checkboxes, input } from '../kit/form-elements.ts'
import { callbacks, type SubscriptionKey } from '../kit/ids.ts'
import { modal } from '../kit/modal.ts'
import { plain } from '../kit/options.ts'

export const eventsInput = (family: Family): string => `events_${family}`

interface EventsDialogFacts {
  key: SubscriptionKey
  label: string
  events: readonly EventName[]
}

const labelOf = (family: Family) => `${family.charAt(0).toUpperCase()}${family.slice(1)}s`

const boxesOf = (family: Family) =>
  families[family].map((name: EventName) => ({ value: name, text: eventWords([name]) }))

export const eventsDialog = ({ key, label, events }: EventsDialogFacts): ModalView => {
  const receives =
    key.scope === 'all'
      ? 'Of all projects the channel receives:'
      : `Of the ${key.scope} “${label}” the channel receives:`
  return modal(
    {
      title: 'Events',
      submit: 'Save',
      callback: callbacks.eventsDialog,
      metadata: JSON.stringify(key),
    },
    [
      { type: 'section', text: plain(receives, 300) },
      ...familyNames.map((family) =>
        input(eventsInput(family), labelOf(family), checkboxes(boxesOf(family), events), { optional: true }),
      ),
    ],
  )
}
