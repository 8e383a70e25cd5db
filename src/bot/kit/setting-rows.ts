interface SettingChoice {
  value: string
  /** In the dialog. */
  text: string
  /** The line in the list of settings. Without it, the choice needs no line. */
  line?: string
  /** Not offered where people from outside read. They see the first choice. */
  teamOnly?: true
}

interface SettingRow {
  /** Of its input in the dialog. */
  label: string
  /** The first is the default. */
  choices: readonly SettingChoice[]
  /** A preset sets it to its default. Otherwise a channel that chooses a preset keeps its own. */
  inPresets: boolean
}

/** A channel's settings that are one choice of a few, in the order of the dialog. */
export const settingRows = {
  tasks: {
    label: 'Tasks',
    choices: [
      { value: 'all', text: 'All tasks' },
      { value: 'visible', text: 'Only customer-visible tasks', line: 'Only customer-visible tasks' },
      { value: 'internal', text: 'Only internal tasks', line: 'Only internal tasks', teamOnly: true },
    ],
    inPresets: true,
  },
  replies: {
    label: 'Replies in threads',
    choices: [
      { value: 'two-way', text: 'Become comments', line: 'Replies in threads become comments' },
      { value: 'one-way', text: 'Stay in Slack', line: 'Replies stay in Slack' },
    ],
    inPresets: false,
  },
} as const satisfies Record<string, SettingRow>

type Rows = typeof settingRows
export type SettingName = keyof Rows
export type ChosenSettings = { [N in SettingName]: Rows[N]['choices'][number]['value'] }
/** The settings that presets leave as they are. */
export type KeptName = { [N in SettingName]: Rows[N]['inPresets'] extends true ? never : N }[SettingName]

export const settingNames = Object.keys(settingRows) as SettingName[]
export const choicesOf = (name: SettingName): readonly SettingChoice[] => settingRows[name].choices

export const valuesOf = (name: SettingName): string[] => choicesOf(name).map(({ value }) => value)

/** An object with a value for each of the names. */
export const forSettings = <N extends SettingName, V>(
  names: readonly N[],
  make: (name: N) => V,
): Record<N, V> => Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, V>

/** The first choice of each. */
export const usualChoices = forSettings(settingNames, (name) => choicesOf(name)[0]?.value) as ChosenSettings

export const keptNames = settingNames.filter((name): name is KeptName => !settingRows[name].inPresets)
export const comparedNames = settingNames.filter(
  (name): name is Exclude<SettingName, KeptName> => settingRows[name].inPresets,
)
