import { describe, expect, it } from 'vitest'
import type { Boot } from '../../../src/core/contract/configuration.ts'
import type { Api } from '../support/api.ts'
import { clueIn, clueRow, formOf, mayOf, take } from './clues.ts'

const BUTTONS = ['ys', 'pf', 'sl', 'cl', 'th', 'dcwj', 'pass', 'reject']
const STATES = ['10', '20', '30', '40', '50']
/** Account → the buttons of each of the five states, as domain.md 4.1 writes them; 审核 is pass and reject. */
type Table = Record<string, [string, string, string, string, string]>

const SECTION: Table[string] = ['ys pf cl dcwj', 'dcwj', 'dcwj', 'ys pf cl dcwj', 'dcwj pass reject']
const HUAINAN: Table = {
  huainan_qixie: SECTION,
  huainan_huazhuang: SECTION,
  huainan_yaopin: SECTION,
  huainan_zhidui: ['pf', 'pf sl th', 'cl th', 'pf', 'pass reject'],
  huainan_datong: ['', 'sl th', 'cl th', '', ''],
  huainan_datong_dadui: ['', 'sl th', 'cl th', '', ''],
  huainan_admin: ['ys pf cl dcwj', 'pf sl th dcwj', 'ys cl th dcwj', 'ys pf cl dcwj', 'dcwj pass reject'],
}
const OTHERS: Table = {
  fj_province: ['ys pf dcwj', 'pf dcwj', 'ys dcwj', 'pf dcwj', 'dcwj pass reject'],
  fj_fuzhou: ['ys pf dcwj', 'pf sl th dcwj', 'ys cl th dcwj', 'pf dcwj', 'dcwj pass reject'],
  fj_gulou: ['pf', 'pf sl th', 'cl th', 'pf', 'pass reject'],
  fj_special: ['pf', 'pf sl th', 'cl th', 'pf', 'pass reject'],
  fj_gudong: ['', 'sl th', 'cl th', '', ''],
}
const PRODUCT: Record<string, string> = { huainan_yaopin: '1', huainan_qixie: '2', huainan_huazhuang: '3' }

/** A unit that can go on with what it is given, and no unit's own where a transfer must leave it. */
function receiverOf(action: string, { orgId, customerId }: Person): string {
  const isHuainan = customerId === '87190'
  if (action === 'pf') return isHuainan ? 'org-340402' : orgId
  if (action !== 'ys') return orgId
  const [bureau, other] = isHuainan ? ['org-340400', 'org-340400-药品科'] : ['org-350000', 'org-350100']
  return orgId === bureau ? other : bureau
}

interface Person {
  orgId: string
  areaCode: string
  customerId: string
}
async function person(api: Api, username: string): Promise<Person> {
  const row = await api.db
    .selectFrom('user')
    .select(['orgId', 'areaCode', 'customerId'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return { orgId: String(row['orgId']), areaCode: String(row['areaCode']), customerId: String(row['customerId']) }
}

/** The demonstration has nobody of the role `special`. */
async function addSpecial(api: Api): Promise<void> {
  const like = await api.db.selectFrom('user').selectAll().where('username', '=', 'fj_gulou').executeTakeFirstOrThrow()
  await api.db
    .insertInto('user')
    .values({ ...like, id: 'user-fj_special', username: 'fj_special', roleIds: 'role-special' })
    .onConflict(on => on.doNothing())
    .execute()
}

async function cell(api: Api, username: string, state: string, wanted: string): Promise<void> {
  const own = await person(api, username)
  const { orgId, areaCode, customerId } = own
  const token = await api.token(username)
  const fields = { curOrg: orgId, sendOrg: orgId, areaCode, customerId, productField: PRODUCT[username] ?? null }
  const may = (await mayOf(api, token, await clueIn(api, state, fields))).filter(code => BUTTONS.includes(code))
  expect(may.sort(), `${username} in ${state}`).toEqual(wanted.split(' ').filter(Boolean).sort())
  for (const action of BUTTONS) {
    const key = await clueIn(api, state, fields)
    const { status } = await take(api, token, key, action, formOf(action, receiverOf(action, own)))
    expect([action, status === 200], `${username} in ${state}`).toEqual([action, may.includes(action)])
    if (status !== 200)
      expect(await clueRow(api, key)).toMatchObject({ resultStatus: state, updateTime: '2026-01-05 09:00:00' })
  }
}

/** What the console may draw at all, before any clue is read. */
async function everOf(api: Api, username: string): Promise<string[]> {
  const answer = await api.app.inject({
    url: '/config/boot',
    headers: { cookie: `Token=${await api.token(username)}` },
  })
  return (answer.json<Boot>().buttons?.['illegalResult'] ?? []).filter(code => BUTTONS.includes(code)).sort()
}
const union = (cells: Table[string]): string[] =>
  [...new Set(cells.flatMap(cell => cell.split(' ').filter(Boolean)))].sort()

export function buttonContract(api: () => Api): void {
  describe('buttons', () => {
    it.each(Object.entries(HUAINAN))(
      'R6.02 are those of the role and the state for 87190: %s',
      async (username, cells) => {
        expect(await everOf(api(), username)).toEqual(union(cells))
        for (const [i, state] of STATES.entries()) await cell(api(), username, state, cells[i] ?? '')
      },
    )
    it.each(Object.entries(OTHERS))('are those of the level and the state elsewhere: %s', async (username, cells) => {
      await addSpecial(api())
      for (const [i, state] of STATES.entries()) await cell(api(), username, state, cells[i] ?? '')
    })
    it('R6.02 of a section are for its own products', async () => {
      const { orgId } = await person(api(), 'huainan_yaopin')
      const token = await api().token('huainan_yaopin')
      const foreign = await clueIn(api(), '10', { curOrg: orgId, productField: '2', areaCode: '340400' })
      expect(await mayOf(api(), token, foreign)).toEqual([])
      expect((await take(api(), token, foreign, 'pf', formOf('pf', orgId))).status).toBe(404)
      expect(await clueRow(api(), foreign)).toMatchObject({ resultStatus: '10' })
      // whoever sorts it into another section's goods gives it away
      const moved = await clueIn(api(), '10', { curOrg: orgId, productField: '1', areaCode: '340400' })
      expect((await take(api(), token, moved, 'ys', { ...formOf('ys', 'org-340400'), productField: '2' })).status).toBe(
        200,
      )
      expect(await clueRow(api(), moved)).toMatchObject({ productField: '2', resultStatus: '15' })
      expect(await mayOf(api(), token, moved)).toEqual([])
      const unsorted = await clueIn(api(), '10', { curOrg: orgId, areaCode: '340400' })
      expect(await mayOf(api(), token, unsorted)).toContain('pf')
    })
    it('say in words why one is missing, and lists say the same as records', async () => {
      const { orgId } = await person(api(), 'huainan_datong')
      const token = await api().token('huainan_datong')
      const key = await clueIn(api(), '20', { curOrg: 'org-340400', sendOrg: orgId })
      const { body } = await api().ask<{
        state: string
        buttons: { action: string; may: boolean; why?: string; text?: string }[]
      }>('GET', `/api-console/workflow/clue/buttons?resultId=${key}`, token)
      const why = Object.fromEntries((body.data?.buttons ?? []).map(one => [one.action, one.why]))
      expect(why).toMatchObject({
        sl: 'relation',
        pf: 'role',
        cl: 'state',
        archive: 'state',
        urge: 'role',
        cancel: 'relation',
      })
      expect(body.data?.buttons.find(one => one.action === 'sl')?.text).toBe('只有当前办理单位可以受理')
      // the record itself says the same in words that are told once for many buttons, and nothing of what is offered
      const shown = await api().ask<{ $why: Record<string, string>; $may: string[] }>(
        'GET',
        `/api-im/ivIdIllegalResult/viewsDetail?illegalId=${key}`,
        token,
      )
      expect(Object.keys(shown.body.data?.$why ?? {})).toEqual(
        (body.data?.buttons ?? []).filter(one => !one.may).map(one => one.action),
      )
      const role = '您的角色没有这项权限'
      const elsewhere = '不在您手里：由当前办理单位“淮南市市场监管局”办理'
      expect(shown.body.data?.$why).toMatchObject({
        sl: elsewhere,
        th: elsewhere,
        pf: role,
        urge: role,
        cl: '状态不符：现为“待受理”，须先受理',
        pass: '状态不符：现为“待受理”，“已处理待审核”时才有',
        cancel: '由创建人办理',
      })
      expect(shown.body.data?.$may.filter(action => action in (shown.body.data?.$why ?? {}))).toEqual([])
      const { list } = await api().list('/api-im/ivIdIllegalResult/queryListNew', token, { pageRowNo: 50 })
      expect(list.length).toBeGreaterThan(5)
      for (const row of list.slice(0, 5))
        expect(row['$may']).toEqual(await mayOf(api(), token, String(row['resultId'])))
    })
  })
}
