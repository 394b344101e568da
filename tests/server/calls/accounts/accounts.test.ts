import { onOneDatabase } from '../../support/both.ts'
import { customerContract } from './customers.ts'
import { dutyContract } from './duties.ts'
import { logContract } from './logs.ts'
import { managingContract } from './managing.ts'
import { oneselfContract } from './oneself.ts'
import { orgContract } from './orgs.ts'
import { roleContract } from './roles.ts'
import { usersContract } from './users.ts'

/** Users, roles, units and what is logged of them. */
onOneDatabase(usersContract, customerContract, oneselfContract)
onOneDatabase(dutyContract)
// the logs hold what these do, and nothing else
onOneDatabase(managingContract, orgContract, roleContract, logContract)
