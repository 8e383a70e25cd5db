/** Loaded into the bot before it starts: its memory is then what it holds, not what it has not swept yet. */
process.on('SIGUSR2', () => globalThis.gc?.())
