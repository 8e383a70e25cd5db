import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Each takes ten seconds or more, most of it waiting. */
const longest = [
  'audience/matrix',
  'http/fuzz',
  'conformance/sections',
  'e2e/axe',
  'e2e/one-process',
  'e2e/dialogs',
  'sync/kill',
  'lanes/lanes-processes',
  'crossings/postgres',
  'crossings/sqlite',
  'deploy/image',
  'deploy/package',
  'replies/reactions',
  'answers/wrong-clicks',
  'e2e/channel',
  'e2e/first-minute',
  'lanes/lanes-model',
  'conformance/slow-receiver',
  'slack/socket-mode',
  'events/lagging-records',
  'project-channels/channel-kill',
  'replies/taking',
  'posts/unreadable',
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
