import { expect, test, vi } from 'vitest'
import type { Node } from '../../src/lanes/node.ts'
import { openWorker } from '../../src/lanes/worker.ts'

test('a worker sets no timer once its node closes, so that the process can end', () => {
  vi.useFakeTimers()
  try {
    let isClosing = false
    const node = { closing: () => isClosing, now: () => Date.now() } as unknown as Node
    const worker = openWorker(node, 'post', { work: () => Promise.resolve() } as never, () => undefined)
    worker.dueAt(Date.now() + 5_000)
    expect(vi.getTimerCount()).toBe(1)
    isClosing = true
    worker[Symbol.dispose]()
    // The answer of a sweep that was on its way.
    worker.dueAt(Date.now() + 3_600_000)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
