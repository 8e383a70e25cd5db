/** What stands in a field's place when whoever sends it means something else by it, or nothing. */
const scalars = [undefined, null, true, 0, -1, 1e300, '', '7', '\u0000', '\u200B', '2026-13-45']
const lists = [[], [null], [{ key: {} }], [{ name: {} }]]
const objects = [{}, { uuid: 7 }, { projects: 'none' }, { modified_at: -5, modified_by: ['x'] }]
export const oddValues: readonly unknown[] = [...scalars, 'x'.repeat(2_000), ...lists, ...objects]
