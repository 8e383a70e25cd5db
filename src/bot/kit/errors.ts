export type Errors = Readonly<Record<string, string>>

/** The texts of the rules that are met, the last one per block. Undefined if there are none. */
export const errorsWhere = (
  ...rules: readonly (readonly [wrong: unknown, block: string, text: string])[]
): Errors | undefined => {
  const met = rules.filter(([wrong]) => wrong).map(([, block, text]) => [block, text] as const)
  return met.length > 0 ? Object.fromEntries(met) : undefined
}
