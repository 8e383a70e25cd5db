/** The path of a request, without its query. */
export const bareUrl = (url: string | undefined): string => url?.split('?', 1)[0] ?? ''
