export const bareUrl = (url: string | undefined): string => url?.split('?', 1)[0] ?? ''
