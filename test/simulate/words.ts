export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
export const percent = (share: number): string => `${Math.round(100 * share)} %`
export const thousands = (count: number): string =>
  Math.round(count)
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, ',')
