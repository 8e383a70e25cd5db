/** A statement as `update lane`. Of a read, the first tables. */
export const inShort = (text: string): string => {
  const verb = /^\w+/.exec(text)?.[0] ?? ''
  const tables = text.matchAll(/(?:from|join|into|update) "?(?!set\b)(\w+)"?(?= |$)/g)
  const names = [...new Set([...tables].map(([, name]) => name))]
  return `${verb} ${verb === 'select' ? names.join(' ') : names[0]}`
}
