/** One sentence of the interface that says something about the service's behaviour. */
export interface Rule {
  readonly id: string
  readonly section: string
  /** The interface's own words, shortened with `…`. */
  readonly sentence: string
  /** Why no server can be held to it: it binds whoever calls, or says what the interface is not. */
  readonly client?: string
}

const row = (section: string, line: string): Rule => {
  const [id = '', second = '', third] = line.split(' | ')
  if (third === undefined) return { id, section, sentence: second }
  return { id, section, sentence: third, client: second.replace(/^client: /, '') }
}

/** Reads `ID | sentence` and `ID | client: reason | sentence`, a line a rule. */
export const table = (section: string, text: string): Rule[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => row(section, line))
