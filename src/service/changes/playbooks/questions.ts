import { z } from 'zod'
import type { Question, SubtaskTemplate } from '../../store/playbooks/content.ts'
import { added, changed, type Edit, type Form, inSubtasks, name, placeIn } from './places.ts'
import { parseForm } from '../../http/validate.ts'
import { linesIn } from '../form-fields.ts'
import { invalid } from '../../refusals.ts'

const most = 20
const questionForm = z.object({
  name,
  type: z.enum(['text', 'choice'], 'Choose how it is answered.'),
  options: z.string().max(10_000, 'The options have at most 10000 characters.').optional(),
})

const questionFrom = (form: Form, key: string): Question => {
  const { name, type, options } = parseForm(questionForm, form)
  if (type === 'text') return { key, name, type }
  const choices = linesIn(options)
  if (choices.length < 2) throw invalid('options', 'Write at least two options, each on its own line.')
  return { key, name, type, options: choices }
}

/** Answers are kept by their question's key: a new question never takes one that was used before it. */
const freeKey = (questions: readonly Question[]): string => {
  const taken = new Set(questions.map(({ key }) => key))
  let at = questions.length + 1
  while (taken.has(`q${at}`)) at += 1
  return `q${at}`
}

const asking = (subtask: SubtaskTemplate, questions: readonly Question[]): SubtaskTemplate => {
  const { questions: _before, ...rest } = subtask
  return questions.length > 0 ? { ...rest, questions } : rest
}

/** The form that a subtask asks somebody to fill in. */
export const questionEdits: Record<string, Edit> = {
  'add-question': (content, form) =>
    inSubtasks(content, form, (subtask) => {
      const questions = subtask.questions ?? []
      const question = questionFrom(form, freeKey(questions))
      return asking(subtask, added(questions, question, most, 'questions of a subtask'))
    }),
  question: (content, form) =>
    inSubtasks(content, form, (subtask) =>
      asking(
        subtask,
        changed(subtask.questions ?? [], placeIn(form).q, ({ key }) => questionFrom(form, key), 'Question'),
      ),
    ),
  'remove-question': (content, form) =>
    inSubtasks(content, form, (subtask) =>
      asking(subtask, changed(subtask.questions ?? [], placeIn(form).q, 'out', 'Question')),
    ),
}
