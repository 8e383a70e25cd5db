/** Whether the error means that the database server is unreachable, rather than a failed statement. */
export const isUnreachable = (error: unknown): boolean => {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|EAI_AGAIN|08|53|57P)/.test(String(code)) ||
    /connection terminated|timeout exceeded when trying to connect/i.test(String(message))
  )
}
