import fc from 'fast-check'

const any = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }),
  fc.integer({ min: 0x80, max: 0xd7ff }),
  fc.integer({ min: 0xe000, max: 0x10ffff }),
)

/** Of any characters but half ones. fast-check's `binary` makes a table of them all: a second in every process. */
export const anyText = (constraints: { maxLength?: number } = {}) =>
  fc.string({ ...constraints, unit: any.map((code) => String.fromCodePoint(code)) })
