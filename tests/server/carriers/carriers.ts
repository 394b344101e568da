import { expect, it } from 'vitest'
import type { Row } from '../../../src/core/contract/api.ts'
import { isUscc } from '../../../src/core/model/uscc.ts'
import { demoAccounts } from '../../../src/server/demo/accounts.ts'
import { readDemo } from '../../../src/server/start/demo-files.ts'
import { ROOT, type Api } from '../support/api.ts'
import { CARRIERS } from './kinds.ts'

export function carrierContract(api: () => Api): void {
  it.each(CARRIERS)('R7.01 $entity: the list and the record, within the own area', async ({ list, one, title }) => {
    const token = await api().token('huainan_datong')
    const answer = await api().list(list, token, { pageRowNo: 50 })
    expect(answer.totalRecord).toBeGreaterThan(1)
    for (const row of answer.list) {
      expect(row[title]).toBeTruthy()
      expect(isUscc(String(row['uscc_dim']))).toBe(true)
      expect(String(row['areaCode'])).toMatch(/^340402/)
    }
    const [first] = answer.list
    const record = await api().ask<Row>('POST', one, token, { uniqueId: first?.['uniqueId'] })
    expect(record.body.data?.[title]).toBe(first?.[title])
    const stranger = await api().token('huainan_xiejiaji')
    expect((await api().ask('POST', one, stranger, { uniqueId: first?.['uniqueId'] })).status).toBe(404)
  })

  it.each(CARRIERS)('$entity: every demonstration account sees some', async ({ entity, list }) => {
    // towns of the older demonstration may have neither shop nor site of their own
    const least = entity === 'eshop' || entity === 'website' ? 0 : 2
    for (const { username } of demoAccounts(await readDemo(ROOT))) {
      const { totalRecord } = await api().list(list, await api().token(username))
      expect(totalRecord, username).toBeGreaterThanOrEqual(least)
    }
  })
}
