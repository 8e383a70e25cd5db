import { choices, type ChoicesFacts } from './choices.ts'
import type { Message } from './message.ts'

/** A text that several tasks contain: a list to choose from. */
export const taskChoice = (facts: ChoicesFacts): Message => choices('tasks', facts)
