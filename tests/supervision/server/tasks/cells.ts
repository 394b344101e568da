import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import { newKey } from '../../../../src/server/records/write/save.ts'
import { writeRow } from '../../../../src/server/records/write/write.ts'
import type { Entity } from '../../../../src/server/db/tables/models.ts'
import type { Api } from '../../../server/support/api.ts'

const NOW = '2026-01-05 09:00:00'
const BASE = { customerId: '87190', createBy: 'user-huainan_admin', createTime: NOW, updateTime: NOW, delFlag: 0 }

interface Kind {
  entity: string
  key: string
  status: string
  one: (key: string) => string
  act: string
  row: Row
  again: Record<string, string | null>
}
const UNITS = 'org-340402,org-340403,org-340404'
const SPECIAL: Kind = {
  entity: 'taskSpecial',
  key: 'taskId',
  status: 'taskStatus',
  one: key => `/api-im/wjTaskSpecial/getByTaskId?taskId=${key}`,
  act: '/api-console/workflow/taskSpecial',
  row: {
    taskName: '甲',
    areaCode: '340400',
    publishOrg: 'org-340400',
    assignOrgs: UNITS,
    sharedOrgs: UNITS,
    receivedOrgs: 'org-340403,org-340404',
    submittedOrgs: 'org-340404',
    objectKinds: '1',
    areaScope: '340402',
    startDate: '2026-01-01',
    endDate: '2030-01-01',
  },
  again: { receivedOrgs: 'org-340403,org-340404' },
}
const ASSIGN: Kind = {
  entity: 'assign',
  key: 'assignId',
  status: 'state',
  one: key => `/api-console/assign/one?assignId=${key}`,
  act: '/api-console/workflow/assign',
  row: {
    title: '甲',
    areaCode: '340402',
    fromOrg: 'org-340400',
    toOrg: 'org-340402',
    limitDate: '2030-01-01',
    inspectResult: '已查',
  },
  again: { toUser: null },
}

/**
 * domain.md 4.3, said once more: state → who → buttons. A unit has received (340403), reported (340404), or neither
 * (340402).
 */
const SPECIAL_CELLS: Record<string, Record<string, string[]>> = {
  '0': {
    huainan_admin: ['change', 'remove', 'publish'],
    huainan_yaopin: [],
    huainan_datong: [],
    huainan_tianjiaan: [],
  },
  '1': { huainan_admin: ['stop'], huainan_yaopin: [], huainan_datong: ['receive'], huainan_tianjiaan: [] },
  '2': {
    huainan_admin: ['stop'],
    huainan_datong: ['receive'],
    huainan_tianjiaan: ['split', 'submit'],
    huainan_xiejiaji: ['split'],
    huainan_datong_dadui: [],
  },
  '3': { huainan_admin: ['accept', 'reject', 'stop'], huainan_datong: [], huainan_tianjiaan: [], huainan_xiejiaji: [] },
  '4': { huainan_admin: [], huainan_datong: [], huainan_tianjiaan: [] },
  '5': {
    huainan_admin: ['stop'],
    huainan_datong: [],
    huainan_tianjiaan: ['split', 'submit'],
    huainan_xiejiaji: ['split'],
  },
  '6': { huainan_admin: [], huainan_datong: [], huainan_tianjiaan: [] },
}
const ASSIGN_CELLS: Record<string, Record<string, string[]>> = {
  '0': { huainan_admin: ['change', 'remove'], huainan_datong: ['receive'], huainan_yaopin: [] },
  '1': { huainan_admin: [], huainan_datong: ['inspect', 'submit'] },
  '2': { huainan_admin: ['pass', 'sendBack'], huainan_datong: [] },
  '3': { huainan_admin: [], huainan_datong: [] },
  '4': { huainan_admin: [], huainan_datong: ['receive'] },
  '5': { huainan_admin: [], huainan_datong: ['inspect', 'submit'] },
}

export function cellContract(api: () => Api): void {
  const entityOf = ({ entity }: Kind): Entity => api().services.entities().get(entity) as Entity
  const placed = async (kind: Kind, state: string): Promise<string> => {
    const key = newKey()
    await writeRow(api().db, entityOf(kind), undefined, {
      ...BASE,
      ...kind.row,
      [kind.key]: key,
      [kind.status]: state,
    } as never)
    return key
  }

  describe.each([
    ['a special task', SPECIAL, SPECIAL_CELLS],
    ['an assignment', ASSIGN, ASSIGN_CELLS],
  ] as const)('the buttons of %s', (_, kind, cells) => {
    it.each(Object.keys(cells))(
      'in state %s are those of the table, and the server takes exactly these',
      async state => {
        const transitions = Object.entries(
          api().services.configuration().scope({ customer: '87190' }).workflow(kind.entity)?.transitions ?? {},
        )
        for (const [user, expected] of Object.entries(cells[state] ?? {})) {
          const token = await api().token(user)
          const key = await placed(kind, state)
          const shown = await api().ask<Row>('GET', kind.one(key), token)
          const may = shown.status === 404 ? [] : shown.body.data?.['$may']
          expect(may, `${user} in ${state}`).toEqual(expected)
          for (const [action, transition] of transitions) {
            const { status } = await api().ask('POST', kind.act, token, { [kind.key]: key, action })
            const plain = transition !== null && transition !== false && transition.via !== undefined
            // a form that is not filled in is refused with 400: nobody has moved, and the next is tried on the same row
            const wanted =
              shown.status === 404 ? [404] : plain ? [400] : expected.includes(action) ? [200, 400] : [403, 409]
            expect(wanted, `${user} ${action} in ${state}`).toContain(status)
            if (status === 200)
              await api()
                .db.updateTable(kind.entity)
                .set({ [kind.status]: state, ...kind.again })
                .where(kind.key, '=', key)
                .execute()
          }
        }
      },
    )
  })
}
