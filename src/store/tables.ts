import type { BotTables } from './bot/tables.ts'
import type { LaneTables } from './lanes/tables.ts'
import type { ServiceTables } from './service/tables.ts'

/** One schema for the bot and the service; each has its own database of it, or both share one. */
export interface Tables extends LaneTables, BotTables, ServiceTables {}
