import { readFile, writeFile } from 'node:fs/promises'

const file = new URL('../../docs/bench.md', import.meta.url)

const heading = (name: string) => `<!-- ${name} -->`

/** Replaces each measured section in docs/bench.md, or adds it at the end. Other sections stay. */
export const writeSections = async (measured: Readonly<Record<string, string>>): Promise<void> => {
  const [opening = '', ...sections] = (await readFile(file, 'utf8')).split(/^(?=<!-- \w+ -->\n)/m)
  for (const [name, text] of Object.entries(measured)) {
    const section = `${heading(name)}\n\n${text}`
    const at = sections.findIndex((one) => one.startsWith(heading(name)))
    if (at < 0) sections.push(section)
    else sections[at] = section
  }
  const parts = [opening, ...sections].map((one) => one.trim())
  await writeFile(file, `${parts.join('\n\n')}\n`)
}
