/** A full name in lower case, by which a mention finds its person. */
export const nameKey = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`.trim().toLowerCase()
