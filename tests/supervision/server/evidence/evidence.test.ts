import { onEitherDatabase } from '../../../server/support/both.ts'
import { keepingContract } from './keeping.ts'
import { papersContract } from './papers.ts'
import { retentionContract } from './retention.ts'

/** Evidence from taking it to handing it out. */
onEitherDatabase(keepingContract, retentionContract, papersContract)
