/** A file a section of the interface; each asks `targets()` where its stories run when it is read. */
export const sections = [
  () => import('./authentication.ts'),
  () => import('./delivery.ts'),
  () => import('./endpoints.ts'),
  () => import('./errors.ts'),
  () => import('./events.ts'),
  () => import('./legacy-topics.ts'),
  () => import('./limits.ts'),
  () => import('./lists.ts'),
  () => import('./payloads.ts'),
  () => import('./project-creation.ts'),
  () => import('./project-people-and-fields.ts'),
  () => import('./projects-in-lists.ts'),
  () => import('./resources.ts'),
  () => import('./task-payloads.ts'),
  () => import('./versioning.ts'),
]
