import { parse } from 'yaml'
import { read } from './files.ts'

interface Manifest {
  oauth_config: { scopes: { bot: string[]; bot_optional: string[] } }
}

/** What manifest.yml asks Slack for. */
export const { scopes: manifestScopes } = (parse(read('manifest.yml')) as Manifest).oauth_config
