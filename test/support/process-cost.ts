import { readFileSync } from 'node:fs'

type Pid = number | undefined

/** Resident bytes of a process. */
export const residentOf = (pid: Pid): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024

/** Ms of processor time until now, which other load on the machine changes little. Linux counts 100 ticks a second. */
export const workedBy = (pid: Pid): number => {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number)
  return (user + system) * 10
}
