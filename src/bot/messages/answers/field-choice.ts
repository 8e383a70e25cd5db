import { choices, type ChoicesFacts } from '../kit/choices.ts'
import type { Message } from '../kit/message.ts'

/** Several data fields match what was typed. */
export const fieldChoice = (facts: ChoicesFacts): Message => choices('data fields', facts)
