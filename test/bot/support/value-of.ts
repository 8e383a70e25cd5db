const objectsIn = (value: unknown): Record<string, unknown>[] =>
  typeof value === 'object' && value !== null
    ? [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
    : []

/** The value that a button of this action carries, wherever in the message it stands. */
export const valueOf = (message: unknown, action: string): string => {
  const found = objectsIn(message).find(({ action_id: id }) => String(id).split(':')[0] === action)
  if (!found) throw new Error(`no button of ${action}`)
  return String(found['value'])
}
