import { reachOf } from '../access/reach.ts'
import { routesOf } from '../dispatch/dispatch.ts'
import type { Configuration } from '../../core/index.ts'
import { inSlices } from '../time/slices.ts'
import type { Database } from '../db/database.ts'
import { scopeOf } from '../../core/model/scope.ts'
import { livePeople } from '../session/user.ts'
import type { SignedIn } from '../access/signed-in.ts'

function* steps(configuration: Configuration, people: readonly SignedIn[]): Generator<void, void> {
  yield* configuration.warm(people.map(scopeOf))
  yield void routesOf(configuration)
  for (const user of people) yield void reachOf(configuration.scope(scopeOf(user)), user)
}

/** Compiles the scopes of signed-in users in advance, while the old configuration still answers. */
export async function warmFor(db: Database, configuration: Configuration): Promise<void> {
  await inSlices(steps(configuration, await livePeople(db, 'all')))
}
