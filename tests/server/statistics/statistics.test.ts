import { onEitherDatabase, onOneDatabase } from '../support/both.ts'
import { callsContract, figuresContract } from './figures.ts'
import { countedByHandContract } from './counted-by-hand.ts'
import { lockedContract } from './locked.ts'
import { oneMomentContract } from './one-moment.ts'
import { rolledUpContract } from './rolled-up.ts'

/** Numbers as dashboards ask for them. */
onEitherDatabase(callsContract, figuresContract, oneMomentContract)
onOneDatabase(rolledUpContract, countedByHandContract, lockedContract)
