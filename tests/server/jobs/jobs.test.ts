import { gatheringContract } from '../db/gathering.ts'
import { transactionContract } from '../db/transactions.ts'
import { onEitherDatabase, onOneDatabase } from '../support/both.ts'
import { batchContract } from './batches.ts'
import { exportContract } from './exports.ts'
import { importContract } from './imports.ts'
import { machineFaultContract } from './machine-faults.ts'
import { undoContract } from './undo.ts'

/** Work that goes on when the request is over. */
onOneDatabase(batchContract, exportContract, machineFaultContract)
onEitherDatabase(undoContract, importContract, gatheringContract, transactionContract)
