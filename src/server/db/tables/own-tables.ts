import type { EntityModel } from './models.ts'

/** Entities that read a table which the server has anyway, or the configuration. */
const SERVER_OWN: ReadonlySet<string> = new Set(['customer', 'operLog', 'session'])

/** Whether an entity has a table of its own: none is made for what is read elsewhere, or for a view over several. */
export const hasTable = ({ name, view }: Pick<EntityModel, 'name' | 'view'>): boolean =>
  view !== true && !SERVER_OWN.has(name)
