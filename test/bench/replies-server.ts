import { threads } from './threads.ts'

const [databaseUrl = ''] = process.argv.slice(2)
const { url, places } = await threads(databaseUrl)
process.stdout.write(`${JSON.stringify({ url, places })}\n`)
process.on('SIGTERM', () => process.exit(0))
