/** What Slack shows under the inputs of a dialog, by block id. */
export type Errors = Readonly<Record<string, string>>

/** Those of which the condition holds, the last one of a block; undefined where there are none. */
export const errorsWhere = (
  ...rules: readonly (readonly [wrong: unknown, block: string, text: string])[]
): Errors | undefined => {
  const met = rules.filter(([wrong]) => wrong).map(([, block, text]) => [block, text] as const)
  return met.length > 0 ? Object.fromEntries(met) : undefined
}
