import { unescape } from '../messages/kit/mrkdwn.ts'
import { type ProjectReference, projectReference, readReference } from './reference.ts'
import { refused, type Subcommand } from './subcommand.ts'
import { firstWord, unquoted } from './words.ts'

export interface SetArgs {
  /** Undefined: the channel's project. */
  project: ProjectReference | undefined
  /** A field's name, a part of it, or its uuid. */
  field: string
  /** Empty empties the field. */
  value: string
}

/** *Apply* carries the value, and a button carries 2,000 characters. */
const longest = 1_500

/** A project's URL or uuid in front of the field, if there is one. */
const withProject = (text: string) => {
  const { word, rest, quoted } = firstWord(text)
  if (quoted || rest === '' || readReference(word).by === 'text') return { project: undefined, field: text }
  return { project: projectReference(word), field: rest }
}

export const set: Subcommand<SetArgs> = {
  name: 'set',
  summary: 'Writes one data field: shows the effect first, and writes when you press Apply.',
  usage: 'set [project URL | uuid] <field> = <value>',
  examples: ['set Region = EMEA', 'set "Contract value (USD)" = 48000'],
  parse: (text) => {
    const at = text.indexOf('=', text.startsWith('<') ? text.indexOf('>') : 0)
    if (at < 0) return refused(set, 'Which field, and which value? An equals sign stands between them.')
    const { project, field } = withProject(text.slice(0, at).trim())
    const name = unescape(unquoted(field))
    const value = unescape(unquoted(text.slice(at + 1)))
    if (name === '') return refused(set, 'Which field? Its name stands before the equals sign.')
    if (value.length > longest)
      return refused(set, `The value is too long to be written from here: at most ${longest} characters.`)
    return { ok: true, project, field: name, value }
  },
}
