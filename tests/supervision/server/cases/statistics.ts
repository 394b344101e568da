import { describe, expect, it } from 'vitest'
import type { Api } from '../../../server/support/api.ts'
import { CaseFile } from './ground.ts'

/** What is counted of one case, by the kinds of action of campaigns. */
export function caseCountContract(api: () => Api): void {
  const counted = async ({ id }: CaseFile): Promise<string[]> => {
    const rows = await api().db.selectFrom('enforcement').selectAll().where('caseId', '=', id).execute()
    return rows.map(row => `${String(row['actionKind'])} ${String(row['actionTime']).slice(0, 10)}`).sort()
  }
  const [FILED, DECIDED, CLOSED, POLICE] = ['2026-02-02', '2026-03-02', '2026-03-10', '2026-02-20']
  const dates = { fileDate: FILED, decideDate: DECIDED, totalAmount: 5000 }

  describe('statistics of cases', () => {
    it('handling 6.37: count filed cases, those on the spot and those closed apart, each by its day', async () => {
      const ordinary = await CaseFile.begun(api(), { ...dates, caseStatus: '16', closeDate: CLOSED })
      expect(await counted(ordinary)).toEqual([`11 ${CLOSED}`, `7 ${FILED}`, `8 ${DECIDED}`])
      const spot = { procedure: '2', decideDate: DECIDED, totalAmount: 200 }
      expect(await counted(await CaseFile.begun(api(), { ...spot, caseStatus: '31' }))).toEqual([
        `10 ${DECIDED}`,
        `8 ${DECIDED}`,
      ])
      const handed = { fileDate: FILED, policeDate: POLICE, stateTime: '2026-03-01 09:00:00', caseStatus: '23' }
      expect(await counted(await CaseFile.begun(api(), handed))).toEqual([`7 ${FILED}`, `9 ${POLICE}`])
      expect(await counted(await CaseFile.begun(api(), { caseStatus: '01' }))).toEqual([])
    })
  })
}
