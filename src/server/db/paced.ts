import { Pace } from '../time/pace.ts'
import { spareOf, type Database } from './database.ts'

/** Milliseconds that a transaction of background work should take: with one connection everybody waits for its end. */
const [ONE_CONNECTION, SEVERAL_CONNECTIONS] = [10, 100]

/** Turns of background work on this database, none of which takes more than so many. */
export const paced = (db: Database, most: number): Pace =>
  new Pace({ turn: spareOf(db) ? SEVERAL_CONNECTIONS : ONE_CONNECTION, most })
