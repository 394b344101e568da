import { sql } from 'kysely'
import type { ListAnswer } from '../../../core/contract/api.ts'
import type { CustomerDoc } from '../../../core/model/documents.ts'
import { forbidden } from '../../answer/refusal.ts'
import { requiredArg, signedInUser, textArg, type CallContext, type Handlers } from '../../call/context.ts'
import { managing } from './managers.ts'
import { openCustomer } from './opening.ts'

const MOST_AT_ONCE = 200

/** Customers are the platform's: whoever belongs to one sees none of the others. */
function refuseCustomers(call: CallContext): void {
  if (signedInUser(call).customerId !== '') throw forbidden('只有平台的管理员可以开通客户')
}

async function countsOf(call: CallContext, table: 'org' | 'user'): Promise<Map<string, number>> {
  const { rows } = await sql<{
    customer: string
    n: number
  }>`select coalesce("customerId", '') as customer, count(*) as n
      from ${sql.table(table)} where coalesce("delFlag", 0) = 0 group by 1`.execute(call.db)
  return new Map(rows.map(({ customer, n }) => [customer, Number(n)]))
}

function pageOf(call: CallContext, all: readonly CustomerDoc[]): readonly CustomerDoc[] {
  const [page, size] = [Number(textArg(call, 'pageNo')) || 1, Number(textArg(call, 'pageRowNo')) || MOST_AT_ONCE]
  return all.slice((page - 1) * size, page * size)
}

/** The customers of the configuration in the order of their ids, with what each has. */
async function listed(call: CallContext): Promise<ListAnswer> {
  refuseCustomers(call)
  const [units, people] = [await countsOf(call, 'org'), await countsOf(call, 'user')]
  const all = call
    .configuration()
    .customers()
    .toSorted((a, b) => a.customer.localeCompare(b.customer))
  const list = pageOf(call, all).map(({ customer, name, areas }) => ({
    customer,
    name,
    areas: areas.map(area => call.regions.nameOf(area.padEnd(6, '0')) || area).join('、'),
    units: units.get(customer) ?? 0,
    people: people.get(customer) ?? 0,
  }))
  return { totalRecord: all.length, list }
}

async function open(call: CallContext): ReturnType<typeof openCustomer> {
  refuseCustomers(call)
  const said = {
    customer: requiredArg(call, 'customer'),
    orgName: requiredArg(call, 'orgName'),
    username: requiredArg(call, 'username'),
    nickName: requiredArg(call, 'nickName'),
    areaCode: textArg(call, 'areaCode'),
    phone: textArg(call, 'phone'),
    role: textArg(call, 'role'),
  }
  return call.db.transaction().execute(tx =>
    managing(
      call,
      tx,
      {
        who: '该管理员',
        fieldOf: () => 'role',
        people: async (_tx, made) => (made === undefined ? [] : [(made as { id: string }).id]),
      },
      () => openCustomer(call, tx, said),
    ),
  )
}

export const customers: Handlers = { 'customer.list': listed, 'customer.open': open }
