import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Each takes longer than any other file, most of it waiting. */
const longest = [
  'audience/matrix',
  'http/fuzz',
  'conformance/sections',
  'e2e/axe',
  'e2e/one-process',
  'e2e/dialogs',
  'channels/channel-kill',
  'sync/kill',
  'lanes/lanes-processes',
  'installations/crossings/postgres',
  'installations/crossings/sqlite',
]

const isLong = ({ moduleId }: TestSpecification) =>
  longest.some((name) => moduleId.endsWith(`/${name}.test.ts`))

/** Without earlier results vitest begins with the largest files: these came last, with nothing beside them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
