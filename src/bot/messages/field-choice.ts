import { choices, type ChoicesFacts } from './choices.ts'
import type { Message } from './message.ts'

/** Several data fields match what was typed. */
export const fieldChoice = (facts: ChoicesFacts): Message => choices('data fields', facts)
