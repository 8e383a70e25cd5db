/** What the compiled program needs and Node 22 lacks. Node 24 has all of it. */
type Release = () => unknown

class Stack implements AsyncDisposable {
  #releases: Release[] = []
  disposed = false

  use<T extends AsyncDisposable | Disposable | null | undefined>(value: T): T {
    if (value && Symbol.asyncDispose in value) this.defer(() => value[Symbol.asyncDispose]())
    else if (value) this.defer(() => value[Symbol.dispose]())
    return value
  }

  defer(release: Release): void {
    if (this.disposed) throw new ReferenceError('this stack is already disposed')
    this.#releases.push(release)
  }

  move(): Stack {
    const moved = new Stack()
    moved.#releases = this.#releases.splice(0)
    this.disposed = true
    return moved
  }

  /** Releases everything, the last first. The last error covers those before it. */
  async disposeAsync(): Promise<void> {
    this.disposed = true
    const errors: unknown[] = []
    for (const release of this.#releases.splice(0).reverse()) {
      try {
        await release()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0)
      throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'closing failed')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.disposeAsync()
  }
}

globalThis.AsyncDisposableStack ??= Stack as unknown as typeof AsyncDisposableStack

/** Node 22 warns at every start of node:sqlite, which is stable in 24. */
const warn = process.emitWarning.bind(process) as (...warning: unknown[]) => void
process.emitWarning = (...warning: unknown[]) => {
  if (!String(warning[0]).startsWith('SQLite is an experimental feature')) warn(...warning)
}
