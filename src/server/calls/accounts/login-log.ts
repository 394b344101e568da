import { sql } from 'kysely'
import { labelKey } from '../../../core/contract/api.ts'
import { inScope } from '../../access/row-scope.ts'
import { lengthBelow } from '../../../core/model/scope.ts'
import { entityOfCall, signedInUser, type CallContext, type Handler, type Handlers } from '../../call/context.ts'
import { chosenBy, every } from '../../records/read/plan-list.ts'

interface AreaRow {
  area: string
  logins: number
  failures: number
  users: number
  last: string | null
}

/** Sign-ins, grouped by the areas one level below the user's own. */
const byArea: Handler = async (call: CallContext) => {
  const entity = entityOfCall(call)
  const length = lengthBelow(signedInUser(call).areaCode)
  const { rows } = await sql<AreaRow>`select rpad(left("areaCode", ${sql.lit(length)}), 6, '0') as area,
      count(*) filter (where result = '1') as logins, count(*) filter (where result <> '1') as failures,
      count(distinct username) filter (where result = '1') as users, max("loginTime") as last
    from ${sql.table(entity.name)}
    where ${every([...inScope(entity, call.rows), ...(await chosenBy(call, entity))])}
    and "areaCode" is not null
    group by 1 order by 2 desc, 1`.execute(call.db)
  const list = rows.map(({ area, logins, failures, users, last }) => ({
    areaCode: area,
    [labelKey('areaCode')]: call.regions.nameOf(area),
    loginCount: Number(logins),
    failCount: Number(failures),
    userCount: Number(users),
    lastTime: last,
  }))
  return { totalRecord: list.length, list }
}

export const loginLog: Handlers = { 'log.areas': byArea }
