import { z } from 'zod'
import { parseForm } from '../../http/validate.ts'
import { invalid } from '../../refusals.ts'
import type { Question } from '../../store/playbooks/content.ts'
import { linesIn, nameField } from '../form-fields.ts'
import { adding, changing, type Edit, type Form, questions, removing } from './lists.ts'

const questionForm = z.object({
  name: nameField(),
  type: z.enum(['text', 'choice'], 'Choose how the question is answered.'),
  options: z.string().max(10_000, 'The options can have at most 10000 characters.').optional(),
})

const questionFrom = (form: Form, key: string): Question => {
  const { name, type, options } = parseForm(questionForm, form)
  if (type === 'text') return { key, name, type }
  const choices = linesIn(options)
  if (choices.length < 2) throw invalid('options', 'Enter at least two options, one per line.')
  return { key, name, type, options: choices }
}

/** Answers are stored by key, so two questions never share one. */
const freeKey = (questions: readonly Question[]): string => {
  const taken = new Set(questions.map(({ key }) => key))
  let at = questions.length + 1
  while (taken.has(`q${at}`)) at += 1
  return `q${at}`
}

export const questionEdits: Record<string, Edit> = {
  'add-question': adding(questions, (form, all) => questionFrom(form, freeKey(all))),
  question: changing(questions, (form, { key }) => questionFrom(form, key)),
  'remove-question': removing(questions),
}
