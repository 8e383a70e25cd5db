import { actions, callbacks, inputs } from '../../../kit/ids.ts'
import { button, buttons } from '../../../kit/buttons.ts'
import { line, name, note, type Message, message, bold, user } from '../../../kit/message.ts'
import { count, listed, unstopped } from '../../../kit/text.ts'
import type { ModalView } from '@slack/types'
import { z } from 'zod'
import { help } from '../../../answers/messages/answers.ts'
import { modal, input, radio, search, plain } from '../../../kit/form-elements.ts'

export const personToLinkSchema = z.object({ uuid: z.string(), name: z.string() })
export type PersonToLink = z.output<typeof personToLinkSchema>

const personIs = {
  member: 'The member selected below',
  nobody: 'Nobody in this workspace',
  email: 'Whoever has the same email address (undo)',
} as const
export type PersonIs = keyof typeof personIs

const answers = Object.entries(personIs).map(([value, text]) => ({ value, text }))

export const personDialog = (person: PersonToLink | undefined): ModalView => {
  const chosen = person && { value: person.uuid, text: person.name }
  return modal({ submit: 'Save', callback: callbacks.personDialog }, [
    input(inputs.personWho, 'Person in the tracker', search('Type a name or an email address', chosen), {
      hint: 'Their comments will show the Slack member’s picture, and that member is notified when they’re mentioned.',
    }),
    input(inputs.personIs, 'This person in Slack', radio(answers)),
    input(
      inputs.personMember,
      'Member of this workspace',
      { type: 'users_select', placeholder: plain('Choose a member', 150) },
      { optional: true },
    ),
  ])
}

/** `by`: the admin who set the link, a Slack id. */
export const personLinked = ({ trackerName, by }: { trackerName: string; by: string }): Message =>
  message(
    line(user(by), ' matched you to ', bold(trackerName), '.'),
    'That person’s comments in Slack now show your picture, and you hear when they’re mentioned.',
    note('If that’s wrong, an admin can correct it on the app’s Home tab.'),
  )

export interface HomePeople {
  me?: string | undefined
  /** For admins only. */
  team?:
    | {
        mapped: number
        unmapped: readonly PersonToLink[]
        /** Links set by a person instead of by email address. */
        corrected: readonly { name: string; as: string }[]
      }
    | undefined
}

const most = 5

const linkButton = (person: PersonToLink) =>
  button(actions.linkPerson, `Match ${person.name}`, {
    value: JSON.stringify(person),
    label: `Match ${person.name} to a member of this workspace`,
  })

const team = ({ mapped, unmapped, corrected }: NonNullable<HomePeople['team']>) => [
  `${mapped} of ${count(mapped + unmapped.length, 'person', 'people')} on the tracker’s team are matched to members of this workspace.`,
  unmapped.length > 0 &&
    line(name(`Not matched: ${listed(unmapped.slice(0, most).map(({ name: who }) => who))}.`)),
  unmapped.length > most &&
    note(`${most} of ${unmapped.length} shown. Use Correct a person to find the rest.`),
  ...corrected
    .slice(0, most)
    .map(({ name: who, as }) => line(name(`Corrected: ${who} is ${unstopped(as)}.`))),
  buttons(...unmapped.slice(0, most).map(linkButton), button(actions.linkPerson, 'Correct a person')),
]

export const homePeople = (facts: HomePeople) => [
  ...(facts.me
    ? [line(name(`In the tracker you are ${facts.me}.`))]
    : ['You aren’t matched to anybody in the tracker.', 'A workspace admin can match you to a person here.']),
  ...(facts.team ? team(facts.team) : []),
]

/** In place of a Home tab, which shows what only members may see. */
export const homeForGuests = (): Message =>
  message(
    'This tab is for members of the workspace.',
    'As a guest, reply in a task’s thread, or use /onboard help in a channel that you’re in.',
  )

/** A dialog, because the Home tab has no channel to answer in. */
export const homeHelp = (facts: Parameters<typeof help>[0]): ModalView =>
  modal({ title: 'Help' }, help(facts).blocks)
