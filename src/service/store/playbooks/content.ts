/** What a playbook's `content` holds, as JSON. Days count from the project's start. */
export interface PlaybookContent {
  readonly roles: readonly { uuid: string; name: string }[]
  readonly modules: readonly ModuleTemplate[]
}

export interface ModuleTemplate {
  readonly name: string
  readonly portalName?: string
  readonly tasks: readonly TaskTemplate[]
}

export interface TaskTemplate {
  readonly name: string
  readonly detail: string
  readonly startDay: number
  readonly dueDay: number
  /** A role's uuid: who fills it is said when a project is created. */
  readonly role?: string
  readonly isInternal?: boolean
  readonly inOrder?: boolean
  readonly collectFeedback?: boolean
  readonly requireAllAnswered?: boolean
  readonly subtasks?: readonly SubtaskTemplate[]
}

export interface SubtaskTemplate {
  readonly name: string
  readonly description?: string
  readonly questions?: readonly Question[]
}

export interface Question {
  readonly key: string
  readonly name: string
  readonly type: 'text' | 'choice'
  readonly options?: readonly string[]
}
