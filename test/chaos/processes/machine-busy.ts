import { readFileSync } from 'node:fs'

/** In ms; 0 where the system does not say, as anywhere but on Linux. */
const waitedOf = (pid: number | undefined): number => {
  try {
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return Number(waited) / 1e6
  } catch {
    return 0
  }
}

/** How long a process could have run, and the machine was busy with others: no fault of its own. */
export const machineBusy = (pid: number | undefined) => {
  const from = waitedOf(pid)
  let last = from
  // Once it has ended nobody says any more.
  const watch = setInterval(() => (last = Math.max(last, waitedOf(pid))), 50)
  return {
    end: (): number => {
      clearInterval(watch)
      return last - from
    },
  }
}
