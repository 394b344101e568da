import type { CallContext, Services } from './context.ts'
import type { RowScope } from '../access/row-scope.ts'
import type { TableRow } from '../db/database.ts'
import { entitiesIn } from '../access/scoped-entities.ts'
import { scopeOf } from '../../core/model/scope.ts'
import { areaLevel } from '../session/user.ts'
import type { SignedIn } from '../access/signed-in.ts'

/** Written to the audit trail as the user of changes that the server makes by itself. */
export const SYSTEM = 'system'
const EVERYTHING: RowScope = { own: '', customer: [], customerId: '', data: 4, system: true }

/** Context of a call that the server makes by itself, under the configuration of one customer and area. */
export function systemCall(
  services: Services,
  customerId: string,
  areaCode: string,
  fault: (error: unknown) => void,
): CallContext {
  const user: SignedIn = {
    id: SYSTEM,
    username: SYSTEM,
    nickName: '系统',
    customerId,
    areaCode,
    areaLevel: areaLevel(areaCode),
    roles: [],
    orgId: '',
    orgName: '',
    roleNames: [],
    mustChange: false,
  }
  const scoped = services.configuration().scope(scopeOf(user))
  return {
    ...services,
    endpoint: { name: SYSTEM, label: '系统', method: 'POST', path: '', in: 'none' },
    args: {},
    headers: {},
    ip: '',
    token: undefined,
    scoped,
    entities: () => entitiesIn(services, scoped),
    user,
    rows: EVERYTHING,
    fault,
  }
}

/** The same for a record: as the customer and the area that it lies in have it. */
export const systemCallFor = (
  services: Services,
  row: TableRow,
  fault: (error: unknown) => void = () => {},
  areaField = 'areaCode',
): CallContext => systemCall(services, String(row['customerId'] ?? ''), String(row[areaField] ?? ''), fault)
