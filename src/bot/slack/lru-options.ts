/** Options of an LRU cache that grows to `most` entries. With `max`, it would take the memory for all of them at once. */
export const lruOptions = (most: number, ttl: number) => ({ maxSize: most, sizeCalculation: () => 1, ttl })
