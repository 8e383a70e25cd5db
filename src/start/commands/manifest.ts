import { readFile } from 'node:fs/promises'
import { optionsIn, wrongUse } from '../cannot-run.ts'

const usage = 'manifest --host https://BOT.EXAMPLE.COM [--tracker https://TRACKER.EXAMPLE.COM]'

const file = new URL('../../../manifest.yml', import.meta.url)

const hostOf = (address: string | undefined): string => {
  const url = URL.parse(address ?? '')
  if (url?.protocol !== 'https:') throw wrongUse(usage)
  return url.host
}

/** The comments say why, to people. In a link they would only be long. */
const withoutComments = (yaml: string): string =>
  yaml
    .split('\n')
    .map((line) => line.replace(/(?:^|\s+)#.*$/, ''))
    .filter(Boolean)
    .join('\n')

/** Opens *Create app* with the manifest (docs.slack.dev, "Configuring apps with app manifests"). */
const creationLink = (yaml: string): string =>
  `https://api.slack.com/apps?new_app=1&manifest_yaml=${encodeURIComponent(withoutComments(yaml))}`

const trackerLines = /^ *# The host of the tracker.*\n.*unfurl_domains:\n.*YOUR-TRACKER-HOST\n/m

/** The filled-in manifest, and the link that creates an app with it. The whole output is YAML. */
export const runManifest = async (env: NodeJS.ProcessEnv, words: readonly string[]): Promise<string> => {
  const options = optionsIn(words, ['host', 'tracker'], usage)
  const host = hostOf(options.host)
  const named = options.tracker ?? env['ONBOARDING_BASE_URL']
  const tracker = named ? (URL.parse(named)?.host ?? hostOf(named)) : undefined
  const template = (await readFile(file, 'utf8')).replace(/^# Replace YOUR-HOST.*\n/m, '')
  const yaml = (
    tracker ? template.replaceAll('YOUR-TRACKER-HOST', tracker) : template.replace(trackerLines, '')
  )
    .replaceAll('YOUR-HOST', host)
    .trimEnd()
  const hint = tracker
    ? []
    : ['# Links to the tracker get no cards: for them, add --tracker and its address.']
  return [...hint, '# To create the app, open:', `# ${creationLink(yaml)}`, yaml].join('\n')
}
