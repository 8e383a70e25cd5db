import { choices, type ChoicesFacts } from '../kit/choices.ts'
import type { Message } from '../kit/message.ts'

/** A text that several tasks contain: a list to choose from. */
export const taskChoice = (facts: ChoicesFacts): Message => choices('tasks', facts)
