import { dirname, relative, resolve } from 'node:path'

/**
 * Which folder may import which, types included. `may` lists what each folder may import besides itself. `rooms` is the
 * order of the bot's rooms, then of the service's, from top to bottom: each imports only from those below it.
 *
 * @typedef {{ may: Record<string, string[]>; rooms: string[] }} Borders
 */

/** `**` is any number of folders. */
const isIn = (/** @type {string} */ path, /** @type {string} */ folder) => {
  const [start = '', end] = folder.split('/**/')
  if (!`${path}/`.startsWith(`${start}/`)) return false
  return end === undefined || dirname(path).split('/').includes(end)
}

/** Why the file may not import the other. */
const problemOf = (
  /** @type {Borders} */ { may, rooms },
  /** @type {string} */ file,
  /** @type {string} */ other,
) => {
  for (const [folder, others] of Object.entries(may)) {
    if (!isIn(file, folder) || [folder, ...others].some((one) => isIn(other, one))) continue
    return `${folder} may import ${others.length === 0 ? 'nothing else' : others.join(', ')}`
  }
  const roomOf = (/** @type {string} */ path) => rooms.findIndex((room) => isIn(path, room))
  const [from, to] = [roomOf(file), roomOf(other)]
  if (from === -1 || to === -1 || to >= from) return undefined
  return `${rooms[to]} is above ${rooms[from]}: imports go down`
}

const down = {
  meta: { schema: [{ type: 'object' }] },
  create: (/** @type {any} */ context) => {
    const file = relative(context.cwd, context.filename)
    const check = (/** @type {any} */ node) => {
      const path = node.source?.value
      if (typeof path !== 'string' || !path.startsWith('.')) return
      const other = relative(context.cwd, resolve(dirname(context.filename), path))
      const message = problemOf(context.options[0], file, other)
      if (message !== undefined) context.report({ node, message })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}

/** In the bot, whoever needs a clock is handed it, so that a test can pass hours in a moment. One file reads them. */
const clocks = {
  create: (/** @type {any} */ context) => {
    const file = relative(context.cwd, context.filename)
    if (!isIn(file, 'src/bot') || file === 'src/bot/kit/time.ts') return {}
    const refuse = (/** @type {any} */ node) =>
      context.report({ node, message: 'reads a clock: take `now` or `ticks` from the deps' })
    return {
      MemberExpression: (/** @type {any} */ node) => {
        if (['Date', 'performance'].includes(node.object.name) && node.property.name === 'now') refuse(node)
      },
      NewExpression: (/** @type {any} */ node) => {
        if (node.callee.name === 'Date' && node.arguments.length === 0) refuse(node)
      },
    }
  },
}

export default { meta: { name: 'borders' }, rules: { down, clocks } }
