import type { Hooks } from '../../../../server/call/context.ts'
import { countUse } from '../../labels/labelling.ts'
import { recountLibrary } from './libraries.ts'

/** Labels and libraries are counted anew when a batch that put carriers there is undone. */
export const UNDO_HOOKS: Hooks = {
  afterUndo: async ({ call, entity, tx, before }, after) => {
    if (entity.name === 'labelRelation' && before?.['delFlag'] !== after['delFlag'])
      await countUse(tx, after['labelId'], after['delFlag'] === 1 ? -1 : 1)
    const library = entity.name === 'subLibraryMember' ? call.entities().get('subLibrary') : undefined
    if (library) await recountLibrary(tx, library, after['subLibraryId'])
  },
}
