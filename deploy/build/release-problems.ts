export interface Facts {
  readonly version: string
  readonly changelog: string
  /** What `git status --porcelain` prints. */
  readonly changes: string
  readonly branch: string
  readonly tags: readonly string[]
  /** Where else the version is written. */
  readonly named: Readonly<Record<string, string>>
}

/** The lines of a version's section. */
export const sectionOf = (changelog: string, version: string): string | undefined => {
  const sections = changelog.split(/^## /m)
  return sections.find((section) => section.startsWith(`${version} `) || section.startsWith(`${version}\n`))
}

/** Why this cannot be released, each with what to do. */
export const releaseProblems = ({ version, changelog, changes, branch, tags, named }: Facts): string[] => {
  const section = sectionOf(changelog, version)
  const unreleased = sectionOf(changelog, 'Unreleased')?.split('\n').slice(1).join('').trim()
  return [
    ...(changes === '' ? [] : ['There are changes that are not committed: commit or stash them.']),
    ...(branch === 'main' ? [] : [`This is the branch ${branch}: a release is made on main.`]),
    ...(tags.includes(`v${version}`)
      ? [`v${version} is released already: raise the version in package.json.`]
      : []),
    ...(section === undefined
      ? [`CHANGELOG.md has no section ${version}: move what is under Unreleased there, with the date.`]
      : []),
    ...(section !== undefined && !/^\S+ - \d{4}-\d\d-\d\d\n/.test(section)
      ? [`The section ${version} of CHANGELOG.md needs its date: ## ${version} - YYYY-MM-DD.`]
      : []),
    ...(unreleased
      ? ['CHANGELOG.md has lines under Unreleased: move them to the section of this version.']
      : []),
    ...Object.entries(named)
      .filter(([, text]) => !text.includes(version))
      .map(([file]) => `${file} names another version than ${version}.`),
  ]
}
