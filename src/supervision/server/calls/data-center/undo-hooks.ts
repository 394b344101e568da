import type { Hooks } from '../../../../server/call/context.ts'
import { recountLibrary } from './libraries.ts'

/** What is unlawful in a library is counted anew when a batch that put carriers there is undone. */
export const UNDO_HOOKS: Hooks = {
  afterUndo: async ({ call, entity, tx }, after) => {
    const library = entity.name === 'subLibraryMember' ? call.entities().get('subLibrary') : undefined
    if (library) await recountLibrary(tx, library, after['subLibraryId'])
  },
}
