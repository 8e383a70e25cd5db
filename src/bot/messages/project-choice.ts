import { choices, type ChoicesFacts } from './choices.ts'
import type { Message } from './message.ts'

/** A name that several projects carry or contain: a list to choose from. */
export const projectChoice = (facts: ChoicesFacts): Message => choices('projects', facts)
