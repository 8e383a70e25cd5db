/** What the playground asks of a log; pino's fits. */
export interface Log {
  debug(facts: object, text: string): void
  error(facts: object, text: string): void
}
