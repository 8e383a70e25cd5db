import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../../src/bot/', import.meta.url)

/** The exported functions of the bot's words, each with its source. */
const exported = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^kit|\/messages)\/[^]*\.ts$/.test(file))
  .flatMap((file) =>
    readFileSync(new URL(file, folder), 'utf8').split(/^(?=export |const |interface |type |\/\*\*)/m),
  )
  .flatMap((source) => {
    const name = /^export (?:const|function) (\w+)/.exec(source)?.[1]
    return name === undefined ? [] : [{ name, source }]
  })

/** The names of those that return it: what a person is shown has one of these two types. */
export const buildersOf = (type: 'Message' | 'ModalView'): string[] =>
  exported.filter(({ source }) => new RegExp(`\\): ${type}\\b`).test(source)).map(({ name }) => name)

/** The names of those that make a message or a dialog and do not declare that they return one. */
export const undeclared = (): string[] =>
  exported
    .filter(({ source }) => /\b(message|messageOfMost|modal|notice)\(/.test(source))
    .filter(({ source }) => !/\): (Message|ModalView)\b/.test(source))
    .map(({ name }) => name)
