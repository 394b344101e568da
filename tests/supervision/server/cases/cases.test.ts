import { onEitherDatabase } from '../../../server/support/both.ts'
import { apartContract } from './apart.ts'
import { caseClockContract } from './clocks.ts'
import { caseEndContract } from './ends.ts'
import { procedureContract } from './procedure.ts'
import { caseCountContract } from './statistics.ts'

/** Cases as the law wants them handled: rows of section 6 of the specification of handling. */
onEitherDatabase(procedureContract, apartContract, caseEndContract, caseClockContract, caseCountContract)
