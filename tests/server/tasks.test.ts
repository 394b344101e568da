import { onBothDatabases } from './support/both.ts'
import { assignmentContract } from './tasks/assignments.ts'
import { cellContract } from './tasks/cells.ts'
import { otherTaskContract } from './tasks/others.ts'
import { collectContract } from './tasks/collecting.ts'
import { randomContract } from './tasks/random.ts'
import { specialContract } from './tasks/special.ts'
import { wanderContract } from './workflow/wander.ts'

/** Tasks and what comes of them. */
onBothDatabases(specialContract, assignmentContract, randomContract, otherTaskContract, collectContract, cellContract, wanderContract)
