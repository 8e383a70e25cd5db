import type { ProjectReference } from '../../commands/parse/reference.ts'
import { fieldList, fieldsShown } from '../../messages/projects/field-list.ts'
import { answerText } from '../../messages/kit/words.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { linkFor, routeTo } from '../../access/audience.ts'
import { namedOrChannelProject } from '../tracker/named-or-channel-project.ts'
import { fieldsInView } from '../tracker/field-values.ts'

/** A value in words; undefined when it is empty. */
export const valueText = (value: unknown): string | undefined =>
  value === null || value === undefined || value === '' ? undefined : answerText(value)

/** `/onboard fields [project]`: to the person alone, since what fields hold is for the team. */
export const showFields = async (
  deps: BotDeps,
  channel: string,
  words: ProjectReference | undefined,
  offset = 0,
): Promise<Answer> => {
  const found = await namedOrChannelProject(deps, channel, words, (uuid) => `fields ${uuid}`)
  if (!('kind' in found)) return found
  const { fields, valuesKnown } = await fieldsInView(deps, found.uuid)
  return {
    message: fieldList({
      projectUuid: found.uuid,
      projectName: found.name,
      url: linkFor(await routeTo(deps, channel), found),
      total: fields.length,
      offset,
      valuesKnown,
      fields: fields
        .slice(offset, offset + fieldsShown)
        .map(({ field, value }) => ({ name: field.name, value: valueText(value) })),
    }),
  }
}
