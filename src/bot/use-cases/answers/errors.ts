/** Errors under a dialog's inputs, by block id. */
export type Errors = Readonly<Record<string, string>>

/** The texts whose condition holds, the last one per block; undefined without any. */
export const errorsWhere = (
  ...rules: readonly (readonly [wrong: unknown, block: string, text: string])[]
): Errors | undefined => {
  const met = rules.filter(([wrong]) => wrong).map(([, block, text]) => [block, text] as const)
  return met.length > 0 ? Object.fromEntries(met) : undefined
}
