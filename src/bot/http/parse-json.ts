/** Undefined: it is not JSON. */
export const parseJson = (raw: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(raw) as unknown }
  } catch {
    return undefined
  }
}
