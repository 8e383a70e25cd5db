import type { Sample } from './sample.ts'
import { samplesOfAnswers } from './samples-of-answers.ts'
import { samplesOfCare } from './samples-of-care.ts'
import { samplesOfChannels } from './samples-of-channels.ts'
import { samplesOfThreads } from './samples-of-threads.ts'

export type { Sample } from './sample.ts'

/** Every message there is, with every fact it can be given. A new message is a row in one of them. */
export const samples: readonly Sample[] = [
  ...samplesOfThreads,
  ...samplesOfCare,
  ...samplesOfAnswers,
  ...samplesOfChannels,
]

export const sampleOf = (title: string): Sample => {
  const found = samples.find((row) => row.title === title)
  if (!found) throw new TypeError(`no sample is called ${title}`)
  return found
}

/** The text alone of a sample's message. */
export const said = (title: string): string => {
  const { build, facts } = sampleOf(title)
  return build(facts).text
}
