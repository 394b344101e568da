import type { KeptOfList } from '../../core/contract/first-args.ts'
import type { Database } from '../db/database.ts'

/** What somebody keeps of a list, as the console has written it; nothing where that cannot be read. */
export async function keptOfList(db: Database, userId: string, route: string): Promise<KeptOfList> {
  const row = await db
    .selectFrom('sys_preference')
    .select('value')
    .where('userId', '=', userId)
    .where('key', '=', `list:${route}`)
    .executeTakeFirst()
  const value: unknown = row && JSON.parse(String(row['value']))
  const { size, view } = (typeof value === 'object' && value ? value : {}) as Record<string, unknown>
  const search = (view as { search?: unknown } | null | undefined)?.search
  return {
    ...(typeof size === 'number' && size > 0 ? { size } : {}),
    ...(typeof search === 'string' ? { view: { search } } : {}),
  }
}
