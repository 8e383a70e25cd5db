import type { KnownBlock } from '@slack/types'
import { message, note } from '../kit/message.ts'
import { fieldOf, type ProjectProblem } from './project-form.ts'

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
