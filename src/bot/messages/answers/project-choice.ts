import { choices, type ChoicesFacts } from '../kit/choices.ts'
import type { Message } from '../kit/message.ts'

/** A name that several projects carry or contain: a list to choose from. */
export const projectChoice = (facts: ChoicesFacts): Message => choices('projects', facts)
