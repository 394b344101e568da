import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayUnmask } from '../../../../src/server/access/field-rights.ts'
import { mayMake } from '../../../../src/server/access/reach.ts'
import type { SignedIn } from '../../../../src/server/access/signed-in.ts'
import { scopeOf } from '../../../../src/core/model/scope.ts'
import { userByName } from '../../../../src/server/session/user.ts'
import { ROOT } from '../../../folders.ts'
import type { Api } from '../../support/api.ts'
import { allEnded } from '../../support/wait.ts'
import { isWhole } from '../../../whole.ts'
import { withField } from '../../support/with-field.ts'

/** A call that compares values of its request with a field that a mask hides. */
interface Door {
  call: string
  /** what else it answers: 400 to a save that lacks more */
  answers?: number
  field: readonly [entity: string, name: string]
  args(value: string): object
}

const LIST = 'website.list'
const LABEL = 'guess-label'
const PHONE = ['website', 'contactPhone'] as const
const NAME = ['carrier', 'objectName'] as const
const door = (call: string, field: Door['field'], args: Door['args']): Door => ({ call, field, args })
const list = (call: string, entity: string, name: string): Door =>
  door(call, [entity, name], value => ({ pageNo: 1, pageRowNo: 20, pageFlag: 1, [name]: value }))
const phone = (value: string): object => ({ contactPhone: value })

/** Files that plan what is read of many rows → the doors that they are, or why no value of a request gets there. */
const PLACES: Readonly<Record<string, readonly Door[] | string>> = {
  'server/records/read/list.ts': [list(LIST, 'website', 'contactPhone'), list('carrier.list', ...NAME)],
  'server/calls/accounts/users.ts': [list('user.list', 'user', 'phone')],
  'server/calls/accounts/roles.ts': [list('role.list', 'role', 'name')],
  'server/calls/accounts/login-log.ts': [list('log.areas', 'loginLog', 'username')],
  'server/calls/console/messages.ts': [list('message.list', 'message', 'title')],
  'server/calls/console/operations.ts': [list('operlog.list', 'operLog', 'username')],
  'server/calls/console/list-tabs.ts': [
    door('list.tabs', PHONE, value => ({ call: LIST, tabs: { all: phone(value) } })),
    door('list.tabs', PHONE, value => ({ call: LIST, args: phone(value), tabs: { all: {} } })),
  ],
  'server/calls/console/selections.ts': [
    door('selection.freeze', PHONE, value => ({ call: LIST, args: phone(value) })),
  ],
  'server/calls/console/exports.ts': [
    door('export.run', PHONE, value => ({
      route: 'dataCenter/website',
      call: LIST,
      args: phone(value),
      columns: [{ name: 'siteName' }],
      title: '网站',
    })),
  ],
  'server/calls/console/choices.ts': [
    door('choices.list', ['platform', 'contactPhone'], value => ({ ref: 'platform', filters: phone(value) })),
    door('choices.list', ['org', 'phone'], value => ({ ref: 'org', filters: { phone: value } })),
  ],
  'server/calls/console/related.ts': [
    door('record.related', ['labelRelation', 'objectName'], value => ({
      page: 'tagManage/tagsInfo',
      key: LABEL,
      tabs: { objects: { objectName: value } },
    })),
  ],
  'supervision/server/calls/tasks/tasks.ts': [
    list('taskSpecial.yxzList', 'taskSpecial', 'taskName'),
    list('taskSpecial.clues', 'illegalResult', 'clueNo'),
  ],
  'supervision/server/calls/data-center/lookups.ts': [list('money.get', 'case', 'party')],
  'supervision/server/calls/data-center/annual-reports.ts': [list('annualReport.list', 'annualReport', 'webSite')],
  'supervision/server/calls/models/index.ts': [list('model.list', 'model', 'modelName')],
  'supervision/server/calls/clues/clue-lists.ts': [
    list('illegalResult.repeats', 'illegalResult', 'clueNo'),
    list('illegalResult.received', 'illegalResult', 'clueNo'),
  ],
  'supervision/server/calls/evidence/evidence.ts': [list('evidence.mine', 'evidence', 'subjectName')],
  'supervision/server/search/library.ts': [
    door('selfCheck.search', NAME, keyword => ({ keyword })),
    door('selfCheck.save', NAME, keyword => ({ keyword })),
    door('cloud.search', NAME, keyword => ({ keyword, engines: '7' })),
    door('cloud.save', NAME, keyword => ({ keyword, engines: '7' })),
  ],
  'server/records/write/taken.ts': [
    { ...door('label.save', ['label', 'labelName'], value => ({ labelName: value })), answers: 400 },
    { ...door('role.save', ['role', 'code'], value => ({ code: value })), answers: 400 },
  ],
  'server/calls/console/find.ts': 'nothing is found behind a mask',
  'server/calls/console/rules.ts': 'a rule compares nothing that is masked',
  'supervision/server/labels/by-rule.ts': 'a rule compares nothing that is masked',
  'server/imports/names.ts': 'a masked name names no record',
  'server/imports/template.ts': 'asks for nothing',
  'server/statistics/ask.ts': 'who may not read what is masked is refused a statistic of it',
  'server/statistics/count.ts': 'the same',
  'server/statistics/statements.ts': 'says what the database keeps, for nobody',
  'server/statistics/rollup-plans.ts': 'the same',
  'server/records/write/counted.ts': 'the same',
  'supervision/server/calls/prices/index.ts': 'its one argument is a code of a dictionary',
}

/** Where all of these stand, and what they are made of. */
const TOOLS = /^server\/(access\/guesses|call\/open-list|records\/read\/(plan-list|filters|mask))\.ts$/
const PLANS = /\b(planList|openList|chosenBy|filterConditions|foundWhole|countGuesses)\(|\bwhole\(\{/

/** Of what anybody may ask for in an hour, so many have been asked for; a few more at once are as many as all of them. */
const [MOST, BEFORE] = isWhole ? [60, 0] : [60, 57]
const TRIES = isWhole ? 80 : 6
const REFUSED = BEFORE + TRIES - MOST

/** Each door to what a mask hides, tried with more whole values at once than anybody may ask for in an hour. */
export function guessContract(api: () => Api): void {
  /** The first of the demonstration's people who may make the call, and does not see what is masked. */
  async function whoMay(name: string): Promise<{ user: SignedIn; username: string }> {
    const rows = await api().db.selectFrom('user').select('username').orderBy('username').execute()
    for (const { username } of [{ username: 'huainan_shouxian' }, ...rows]) {
      const user = await userByName(api().db, String(username))
      if (!user || mayUnmask(user)) continue
      const scoped = api().services.configuration().scope(scopeOf(user))
      const endpoint = scoped.calls().get(name)
      if (endpoint && mayMake(scoped, user, endpoint)) return { user, username: String(username) }
    }
    throw new Error(`nobody may make ${name} without seeing what is masked`)
  }

  async function tried({ call, args }: Door): Promise<{ words: string; status: number }[]> {
    const { user, username } = await whoMay(call)
    await api().db.deleteFrom('sys_guess').where('userId', '=', user.id).execute()
    const prints = sql<string[]>`array(select 'earlier ' || n from generate_series(1, ${sql.lit(BEFORE)}) n)`
    await api().db.insertInto('sys_guess').values({ userId: user.id, since: Date.now(), prints }).execute()
    const token = await api().token(username)
    const { method, path } = api().services.configuration().scope(scopeOf(user)).calls().get(call)!
    const sent = method === 'GET' ? 'GET' : 'POST'
    const answers = Array.from({ length: TRIES }, async (_, n) => {
      const asked = args(`1360000${String(n).padStart(4, '0')}`)
      const query = sent === 'GET' ? `?${new URLSearchParams(asked as Record<string, string>)}` : ''
      const { status, body } = await api().ask(sent, `${path}${query}`, token, sent === 'GET' ? undefined : asked)
      return { status, words: String(body.resultMsg) }
    })
    return Promise.all(answers)
  }

  describe('guesses of what a mask hides', () => {
    beforeAll(async () => {
      const label = { id: LABEL, labelName: '猜不到', scope: '4', areaCode: '340422', customerId: '87190', delFlag: 0 }
      await api().db.insertInto('label').values(label).execute()
    })
    afterAll(() => api().db.deleteFrom('label').where('id', '=', LABEL).execute())

    it('are named at each place that reads many rows', () => {
      const files = ['server', 'supervision/server'].flatMap(folder =>
        readdirSync(join(ROOT, 'src', folder), { recursive: true, encoding: 'utf8' })
          .filter(file => file.endsWith('.ts'))
          .map(file => `${folder}/${file}`),
      )
      const planning = files.filter(
        file => !TOOLS.test(file) && PLANS.test(readFileSync(join(ROOT, 'src', file), 'utf8')),
      )
      expect(planning.toSorted()).toEqual(Object.keys(PLACES).toSorted())
    })

    it.each(Object.values(PLACES).flatMap(doors => (typeof doors === 'string' ? [] : doors)))(
      'are counted before they are worked out: $call',
      async one => {
        await withField(api().services, one.field, { mask: 'phone', maskFilters: undefined }, async () => {
          const answers = await tried(one)
          const answered = answers.filter(({ status }) => status === (one.answers ?? 200))
          const refused = answers.filter(({ status, words }) => status === 429 && words.includes('脱敏值'))
          expect(refused.length, JSON.stringify(answers[0])).toBe(REFUSED)
          expect(answered.length).toBeGreaterThan(0)
          expect(answers.filter(({ status }) => status >= 500)).toEqual([])
          await allEnded(api())
        })
      },
    )
  })
}
