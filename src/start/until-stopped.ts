/** Resolves at the first signal. A second signal ends the process immediately. */
const untilSignal = () =>
  new Promise<void>((resolve) => {
    let first = Infinity
    const onSignal = () => {
      // Under npm, one Ctrl-C arrives twice: from the terminal and from npm.
      if (Date.now() > first + 1_000) process.exit(130)
      first = Math.min(first, Date.now())
      resolve()
    }
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  })

/** npm starts a shell, which starts this. A SIGTERM ends npm and the shell, and the shell passes it to nobody. */
const untilShellEnds = () =>
  new Promise<void>((resolve) => {
    const shell = process.ppid
    const look = () => process.ppid !== shell && resolve()
    setInterval(look, 500).unref()
  })

/** Resolves when the program is to stop. */
export const untilStopped = (env: NodeJS.ProcessEnv): Promise<void> =>
  env['npm_lifecycle_event'] === undefined ? untilSignal() : Promise.race([untilSignal(), untilShellEnds()])
