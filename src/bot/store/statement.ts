import { statementsOf, type Texts } from '../../database/statement.ts'
import type { Queries, Tables } from './database.ts'

/** Of the modules that are loaded. */
export const texts: Texts<Queries> = []

/** Defines a statement of one installation. It names no installation: it is limited to one when it is compiled. */
export const statement = statementsOf<Tables, Queries>(texts)
