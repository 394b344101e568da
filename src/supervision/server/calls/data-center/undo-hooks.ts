import { sql } from 'kysely'
import type { Hooks } from '../../../../server/call/context.ts'
import { recountLibrary } from './libraries.ts'

/** Labels and libraries are counted anew when a batch that put carriers there is undone. */
export const UNDO_HOOKS: Hooks = {
  afterUndo: async ({ call, entity, tx }, after) => {
    if (entity.name === 'labelRelation')
      await sql`update label set "useCount" = greatest(coalesce("useCount", 0) - 1, 0)
        where id = ${after['labelId']}`.execute(tx)
    const library = entity.name === 'subLibraryMember' ? call.entities().get('subLibrary') : undefined
    if (library) await recountLibrary(tx, library, after['subLibraryId'])
  },
}
