import { onBothDatabases, onOneDatabase } from '../support/both.ts'
import { ownSessionsContract } from './own-sessions.ts'
import { renewalContract } from './renewal.ts'
import { secondFactorContract } from './secrets/second-factor.ts'
import { sessionContract } from './signing-in.ts'

/** Signing in, staying in and leaving. */
onBothDatabases(sessionContract, renewalContract, ownSessionsContract)
onOneDatabase(secondFactorContract)
