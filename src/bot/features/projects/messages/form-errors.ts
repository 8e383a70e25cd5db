import { limits } from '../../../../contract/limits.ts'
import { startOf } from '../../../../contract/text/start-of.ts'
import type { KnownBlock } from '@slack/types'
import { message, note } from '../../../kit/message.ts'
import { fieldOf, type ProjectProblem } from './project-form.ts'

/** Shown under the inputs of the *New project* dialog. */
export const formErrors = {
  noName: 'Give the project a name.',
  longName: `Use at most ${limits.projectName} characters.`,
  nameTaken: 'A project with this name already exists. Choose another name.',
  noPlaybook: 'Choose a playbook.',
  playbookGone: 'This playbook no longer exists. Choose another one.',
  noAccount: 'Choose an account, or type its exact name.',
  accountUnknown: 'No account has that name. Type it exactly as in the tracker.',
  noOwner: 'Choose who owns the project.',
  ownerInvalid: 'The owner isn’t an internal user of the tracker. Choose somebody else.',
  noStartDate: 'Choose a start date.',
  dueBeforeStart: 'The due date is before the start date.',
  manyFields: `The tracker takes ${limits.dataFields} data fields at once. Leave some empty and set them later.`,
  noNumber: 'Enter a number.',
  fieldArchived: 'This data field is archived. Leave it empty.',
  fieldGone: 'This data field no longer exists or is archived. Leave it empty.',
  peopleGone: (names: readonly string[], label: string) =>
    `No longer in the tracker’s ${label}: ${startOf(names.join(', '), 150)}. Choose again.`,
  notTheirs: (names: readonly string[], account: string) =>
    `Not contacts of ${startOf(account, 60)}: ${startOf(names.join(', '), 150)}. Remove them.`,
  notInChannel: 'You aren’t in this channel. Choose one you’re in.',
  unreadable: 'The saved form can’t be read. Fill it in again.',
  trackerSays: (said: string) => `The tracker says: ${said}.`,
  leaveEmpty: (said: string) => `${said}: leave these empty.`,
}

/** Shown in place of the form. */
export const formNotices = {
  alreadyCreating: 'This project is already being created. Close this dialog.',
  checking: 'Checking with the tracker. The preview will appear here.',
}

/** Slack shows errors under inputs only after a submission. Text blocks also work when a dialog opens. */
const said = (problems: readonly ProjectProblem[]): KnownBlock[] =>
  problems.length === 0
    ? []
    : message(note(`⚠️ Not saved: ${problems.map(({ text }) => text).join(' ')}`)).blocks

const isAbout = (block: KnownBlock, { input }: ProjectProblem) => {
  if (input === undefined || block.block_id === undefined) return false
  const field = fieldOf(block.block_id)
  return block.block_id === input || (field !== undefined && `field:${field}` === input)
}

/** `rest`: problems whose input is not in this dialog. */
export const underInputs = (
  blocks: readonly KnownBlock[],
  problems: readonly ProjectProblem[],
): { blocks: KnownBlock[]; rest: readonly ProjectProblem[] } => ({
  blocks: blocks.flatMap((block) => [block, ...said(problems.filter((one) => isAbout(block, one)))]),
  rest: problems.filter((one) => !blocks.some((block) => isAbout(block, one))),
})
