/** Where people open a project: the vendor's page, and the customer's, which shows nothing internal. */
export interface Links {
  readonly internal: (projectUuid: string) => string
  readonly portal: (projectUuid: string) => string
}

export const linksFrom = (publicUrl: string): Links => ({
  internal: (uuid) => `${publicUrl}/projects/${uuid}`,
  portal: (uuid) => `${publicUrl}/portal/projects/${uuid}`,
})
