import type { ModalView } from '@slack/types'
import { expect, test } from 'vitest'
import type { Message } from '../../../../src/bot/kit/message.ts'

type Said = Message | ModalView

interface Marks {
  /** What distinguishes it from the other samples of its function. */
  when?: string
  /** It only says what is so, and leaves nothing to be done. */
  reports?: true
  /** The Home tab, which takes more than a message. */
  isHome?: true
  /** Facts that a person or a tracker writes at any length. Names are short in the tracker. */
  prose?: readonly string[]
  /** Facts that may be cut without a way to the rest. */
  cut?: readonly string[]
  /** Ids, places in a list and choices that look like free text. They stay as they are, and are not said. */
  fixed?: readonly string[]
}

export interface Sample<Made extends Said = Message> extends Marks {
  title: string
  facts: object
  build: (facts: object) => Made
}

/** Facts with what else a sample has. `build`: where its function takes more than facts. */
class Row<Facts> {
  readonly facts: Facts
  readonly more: Marks & { build?: Sample<Said>['build'] }
  constructor(facts: Facts, more: Row<Facts>['more']) {
    this.facts = facts
    this.more = more
  }
}

export const marked =
  (marks: Marks) =>
  <Facts>(facts: NoInfer<Facts>): Row<Facts> =>
    new Row(facts, marks)

export const when = <Facts>(what: string, facts: NoInfer<Facts>): Row<Facts> => new Row(facts, { when: what })

/** For a function that takes more than facts. Nothing checks that `build` calls the function of its row. */
export const built = <Facts extends object>(
  build: (facts: Facts) => Said,
  facts: NoInfer<Facts>,
  marks: Marks = {},
): Row<never> => new Row(facts as never, { ...marks, build: build as Sample<Said>['build'] })

type MadeBy<Maker> = Maker extends (...given: never) => infer Made ? Extract<Made, Said> : never

/** The names of a module’s functions that make a message or a dialog. */
type Makers<Module> = {
  [Name in keyof Module]: [MadeBy<Module[Name]>] extends [never] ? never : Name
}[keyof Module]

type FactsOf<Maker> = Maker extends () => unknown
  ? Record<string, never>
  : Maker extends (facts: infer Facts) => unknown
    ? NonNullable<Facts>
    : never

type OneOf<Maker> = FactsOf<Maker> | Row<FactsOf<Maker>>

/** A helper is a part of others, or changes them. */
type SamplesOf<Maker> = OneOf<Maker> | readonly [OneOf<Maker>, ...OneOf<Maker>[]] | 'helper'

/** A module with samples of all its messages and dialogs. */
export interface Sampled {
  module: object
  samples: Sample<Said>[]
}

const sampleOf = (name: string, maker: unknown, given: unknown): Sample<Said> => {
  const { facts, more } = given instanceof Row ? given : new Row(given, {})
  const { build = maker, ...marks } = more
  return {
    ...marks,
    title: marks.when === undefined ? name : `${name}, ${marks.when}`,
    facts: facts as object,
    build: build as Sample<Said>['build'],
  }
}

/**
 * Without a sample of each message and dialog of the module it does not compile. The compiler asks only for facts that
 * must be: a function's samples together have the optional ones, too.
 */
export const samplesOf =
  <Module extends object>(module: Module) =>
  (rows: { readonly [Name in Makers<Module>]: SamplesOf<Module[Name]> }): Sampled => {
    const samples: Sampled['samples'] = []
    for (const [name, given] of Object.entries<unknown>(rows)) {
      const maker: unknown = module[name as keyof Module]
      if (typeof given !== 'object') continue
      for (const one of [given].flat()) samples.push(sampleOf(name, maker, one))
    }
    return { module, samples }
  }

type Test = (title: string, story: () => void | Promise<void>) => void

/** Vitest's `test` in the file that runs. Elsewhere it does nothing, so importing the samples of `file` runs no story. */
export const testOf = (file: string): Test => (expect.getState().testPath === file ? test : () => undefined)
