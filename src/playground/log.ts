/** The log the playground needs. Pino's fits. */
export interface Log {
  debug(facts: object, text: string): void
  error(facts: object, text: string): void
}
