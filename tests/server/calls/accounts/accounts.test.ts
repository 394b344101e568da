import { onBothDatabases, onOneDatabase } from '../../support/both.ts'
import { logContract } from './logs.ts'
import { managingContract } from './managing.ts'
import { orgContract } from './orgs.ts'
import { roleContract } from './roles.ts'
import { usersContract } from './users.ts'

/** Users, roles, units and what is logged of them. */
onBothDatabases(usersContract)
onOneDatabase(managingContract, orgContract, roleContract, logContract)
