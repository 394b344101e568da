import { onOneDatabase } from '../../server/support/both.ts'
import { assignmentContract } from './tasks/assignments.ts'
import { cellContract } from './tasks/cells.ts'
import { otherTaskContract } from './tasks/others.ts'
import { collectContract } from './tasks/collecting.ts'
import { randomContract } from './tasks/random.ts'
import { specialContract } from './tasks/special.ts'

/** Tasks and what comes of them. */
onOneDatabase(specialContract, assignmentContract, randomContract, otherTaskContract, collectContract, cellContract)
