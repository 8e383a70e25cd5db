/** `work` with each number below `count`, so many at a time. */
export const inParallel = async (count: number, most: number, work: (n: number) => Promise<unknown>) => {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: most }, worker))
}
