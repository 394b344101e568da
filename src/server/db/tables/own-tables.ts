import type { EntityModel } from './models.ts'

/** Entities that read a table which the server has anyway. */
const SERVER_OWN: ReadonlySet<string> = new Set(['operLog', 'session'])

/** Whether an entity has a table of its own: none is made for what reads another's, or a view over several. */
export const hasTable = ({ name, view }: Pick<EntityModel, 'name' | 'view'>): boolean =>
  view !== true && !SERVER_OWN.has(name)
