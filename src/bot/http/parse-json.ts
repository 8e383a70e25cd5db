import { limits } from '../../contract/limits.ts'
import { hasMoreParts } from '../../contract/text/has-more-parts.ts'

/** Undefined: it is not JSON. The value is undefined if it has too many parts to be worth reading. */
export const parseJson = (raw: string): { value: unknown } | undefined => {
  if (hasMoreParts(raw, limits.answerParts)) return { value: undefined }
  try {
    return { value: JSON.parse(raw) as unknown }
  } catch {
    return undefined
  }
}
