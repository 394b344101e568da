import { onEitherDatabase, onOneDatabase } from '../support/both.ts'
import { lookupContract } from './lookup.ts'
import { ownSessionsContract } from './own-sessions.ts'
import { renewalContract } from './renewal.ts'
import { secondFactorContract } from './secrets/second-factor.ts'
import { sessionContract } from './signing-in.ts'

/** Signing in, staying in and leaving. */
onEitherDatabase(sessionContract, renewalContract, ownSessionsContract)
onOneDatabase(lookupContract, secondFactorContract)
