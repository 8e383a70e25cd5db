import { join } from 'node:path'
import type { ModalView } from '@slack/types'
import { filesBelow, root } from '../../../support/files.ts'
import { samplesOfAnswers } from './answers.ts'
import { samplesOfCare } from './care.ts'
import { samplesOfChannels } from './channels.ts'
import { samplesOfKit } from './kit.ts'
import { samplesOfProjects } from './projects.ts'
import type { Sample, Sampled } from './sample.ts'
import { samplesOfSync } from './sync.ts'

export type { Sample } from './sample.ts'

/** Samples that stand in one file with their stories. It exports `samples`, and takes its `test` from `testOf`. */
const besideStories = await Promise.all(
  filesBelow('test/bot', /\.story\.test\.ts$/).map(async (file) => {
    const { samples } = (await import(join(root, file))) as { samples: Sampled }
    return samples
  }),
)

/** Every module that says something, with samples of all that it says. */
export const modules = [
  ...samplesOfKit,
  ...samplesOfSync,
  ...samplesOfAnswers,
  ...samplesOfChannels,
  ...samplesOfProjects,
  ...samplesOfCare,
  ...besideStories,
]

const all = modules.flatMap(({ samples }) => samples)
const isDialog = (sample: (typeof all)[number]): sample is Sample<ModalView> =>
  'type' in sample.build(sample.facts)

export const dialogs: readonly Sample<ModalView>[] = all.filter(isDialog)
export const samples = all.filter((sample): sample is Sample => !isDialog(sample))

/** The text alone of a sample's message. */
export const said = (title: string): string => {
  const found = samples.find((sample) => sample.title === title)
  if (!found) throw new TypeError(`no sample is called ${title}`)
  return found.build(found.facts).text
}
