/** A setting's key for one tracker account. The default one, 1, has the plain key. */
export const ownKey = (key: string, tracker: number): string => (tracker === 1 ? key : `${key}:${tracker}`)
