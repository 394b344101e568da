import { describe, expect, it } from 'vitest'
import { formsOf, type CallForm } from '../../../src/core/compile/page-forms.ts'
import type { Row } from '../../../src/core/contract/api.ts'
import type { ScopedConfiguration } from '../../../src/core/index.ts'
import { formsFor } from '../../../src/server/access/forms.ts'
import { factsOf } from '../../../src/server/records/write/judge-fields.ts'
import { withProvince } from '../../../src/server/db/tables/province.ts'
import type { TableRow } from '../../../src/server/db/database.ts'
import type { EndpointModel, Entity, FieldModel } from '../../../src/server/db/tables/models.ts'
import type { DemoAccount } from '../../../src/supervision/server/demo/accounts.ts'
import { scopeOf } from '../../../src/core/model/scope.ts'
import { Refusal } from '../../../src/server/answer/refusal.ts'
import { userByName } from '../../../src/server/session/user.ts'
import type { SignedIn } from '../../../src/server/access/signed-in.ts'
import { formFields, judgeTransitionForm } from '../../../src/server/workflow/form.ts'
import type { Machine } from '../../../src/core/workflow/machine.ts'
import { machineFor } from '../../../src/server/machines/machines.ts'
import { systemCall } from '../../../src/server/call/system.ts'
import { accounts } from '../attack/plant.ts'
import type { Api } from '../support/api.ts'
import { Asker } from './asker.ts'
import { valueOf } from './examples.ts'
import { Filled } from './violations.ts'

/** A section's office first: the customer's own forms are among the forms. */
const PEOPLE = ['huainan_admin', 'fj_fuzhou', 'fj_gulou', 'admin']
interface Case {
  endpoint: EndpointModel
  entity: Entity
  asker: Asker
  forms: readonly CallForm[]
}

/** Calls that change nothing that is there. */
const ONLY_NEW = new Set(['clue.report', 'evidence.capture', 'price.record'])
/** A form of its own that takes a step of a workflow: it writes what the step asks for, and nothing else is read. */
const STEPS = new Set(['clue.handle', 'directional.examine', 'directional.review'])
/** Calls that add nothing. */
const ONLY_OLD = new Set(['special.check', 'task.update', 'yxz.update'])
/** Whether a new record begins with something there, said by its form or by its entity. */
const begins = ({ fields }: Pick<CallForm | Entity, 'fields'>, name: string): boolean =>
  fields.some(field => field.name === name && field.default !== undefined)
/** Errors that say that a value may not be given at all. */
const isUnoffered = ({ statusCode, body }: { statusCode: number; body: string }): boolean =>
  statusCode === 403 && /不能对.*进行“/.test(body)
const REFUSED = /不能由此修改|不用填写/

export function formContract(api: () => Api): void {
  const people = async (): Promise<[DemoAccount, SignedIn][]> => {
    const all = await accounts()
    return Promise.all(
      PEOPLE.map(
        async name =>
          [all.find(({ username }) => username === name), await userByName(api().db, name)] as [DemoAccount, SignedIn],
      ),
    )
  }

  /** The calls that form pages make by themselves, and not as a step of a workflow. */
  const callsOfForms = (scoped: ScopedConfiguration): Set<string> =>
    new Set(
      Object.keys(scoped.manifest.pages)
        .flatMap(route => scoped.page(route) ?? [])
        .filter(({ kind }) => kind === 'form')
        .flatMap(formsOf)
        .filter(({ transition }) => transition === undefined)
        .map(({ call }) => call),
    )

  /** Every call that a form page makes, with the first of the people who may open one. */
  let known: Promise<Case[]> | undefined
  const cases = (): Promise<Case[]> => (known ??= casesNow())
  async function casesNow(): Promise<Case[]> {
    const found = new Map<string, Case>()
    for (const [account, user] of await people()) {
      const scoped = api().services.configuration().scope(scopeOf(user))
      const called = callsOfForms(scoped)
      for (const endpoint of api().services.configuration().endpoints()) {
        const entity = api()
          .services.entities()
          .get(endpoint.entity ?? '')
        if (!entity || !called.has(endpoint.name) || found.has(endpoint.name)) continue
        const forms = formsFor(scoped, user, endpoint)
        const asker = new Asker(api(), account)
        // whose pages have no button that begins one is not asked
        if (forms.length > 0 && !isUnoffered(await asker.send(endpoint, {})))
          found.set(endpoint.name, { endpoint, entity, asker, forms })
      }
    }
    return [...found.values()]
  }

  const errorsOf = async ({ endpoint, asker }: Case, values: Row): Promise<Record<string, string>> =>
    ((await asker.send(endpoint, values)).json() as { errors?: Record<string, string> }).errors ?? {}

  const filledFor = ({ asker, entity }: Case, form: CallForm): Filled =>
    new Filled(
      api(),
      asker,
      form.fields.map(field => ({
        ...factsOf(entity.byName.get(field.name), field),
        ...(field.visible ? { visible: field.visible } : {}),
        ...(field.disabled ? { disabled: field.disabled } : {}),
      })),
    )

  function notShownIn({ entity, forms }: Case): FieldModel[] {
    const shown = new Set(
      forms.flatMap(({ fields, carried, begun }) => [...fields.map(({ name }) => name), ...carried, ...begun]),
    )
    return entity.fields.filter(
      ({ name, secret }) => !shown.has(name) && name !== entity.key && name !== 'updateTime' && !secret,
    )
  }

  /** A value that no record has, or begins with, by itself. */
  async function another({ asker }: Case, field: FieldModel): Promise<unknown> {
    if (field.kind === 'flag') return 'maybe'
    if (field.kind === 'table' || field.kind === 'json') return [{ a: 1 }]
    if (field.default !== undefined || field.ref === 'org') return '样例'
    return field.kind === 'area' ? '110105' : (await valueOf(api(), asker, field)) || '样例'
  }

  /** What is there is changed by steps of its workflow, or not at all. */
  const changesNone = ({ handler = '' }: EndpointModel, machine: Machine | undefined): boolean =>
    ONLY_NEW.has(handler) || [...(machine?.transitions.values() ?? [])].some(({ via }) => via === 'save')

  /** A new one, and one that is there, where the call changes any. */
  async function recordsFor({ endpoint, entity, asker }: Case): Promise<Row[]> {
    const machine = machineFor(api().services.configuration().scope(asker.scope), entity)
    const own = {
      [entity.areaField ?? 'areaCode']: asker.areaCode,
      customerId: asker.scope.customer ?? '',
      createBy: `user-${asker.username}`,
      by: `user-${asker.username}`,
      checkBy: `user-${asker.username}`,
      // the first office of that area
      owner: `org-${asker.areaCode}`,
      publishOrg: `org-${asker.areaCode}`,
      ...(entity.byName.get('state')?.kind === 'dict' ? { state: entity.byName.get('state')?.default } : {}),
      ...(machine ? { [machine.status]: machine.initial } : {}),
      delFlag: 0,
    }
    const isOld = ONLY_OLD.has(endpoint.handler ?? '')
    if (!isOld && changesNone(endpoint, machine)) return [{}]
    const key = { [entity.key]: `form-${endpoint.name}` }
    if (
      await api()
        .db.selectFrom(entity.name)
        .select(entity.key)
        .where(entity.key, '=', key[entity.key] ?? '')
        .executeTakeFirst()
    )
      return [key]
    await api()
      .db.insertInto(entity.name)
      .values(
        withProvince(entity, {
          ...Object.fromEntries(Object.entries(own).filter(([name]) => entity.byName.has(name))),
          ...key,
        }),
      )
      .execute()
    return isOld ? [key] : [{}, key]
  }

  describe('forms', () => {
    it('write no field that they do not show: neither of a new record, nor of one that is there', async () => {
      const written: string[] = []
      const all = (await cases()).filter(({ endpoint }) => !STEPS.has(endpoint.handler ?? ''))
      for (const one of all) {
        const others = notShownIn(one)
        const values: Row = {}
        for (const field of others) values[field.name] = await another(one, field)
        for (const record of await recordsFor(one)) {
          const errors = await errorsOf(one, { ...values, ...record })
          written.push(
            ...others
              .filter(({ name }) => !REFUSED.test(errors[name] ?? ''))
              .map(
                ({ name }) =>
                  `${one.endpoint.name} ${JSON.stringify(record)}: ${name} ${String(values[name])} ${errors[name] ?? JSON.stringify(errors).slice(0, 80)}`,
              ),
          )
        }
      }
      expect(all.length).toBeGreaterThan(20)
      expect(written).toEqual([])
    })

    it('may be filled in wholly', async () => {
      const refused: string[] = []
      for (const one of await cases()) {
        for (const form of one.forms.filter(
          ({ fields, carried, transition }) => fields.length > 0 && carried.length === 0 && transition === undefined,
        )) {
          const errors = await errorsOf(one, await filledFor(one, form).all())
          refused.push(
            ...Object.entries(errors)
              .filter(([, text]) => REFUSED.test(text))
              .map(([name, text]) => `${one.endpoint.name}: ${name} ${text}`),
          )
        }
      }
      expect(refused).toEqual([])
    })

    it('are held to what they require and bound, each rule broken alone', async () => {
      const taken: string[] = []
      let tried = 0
      for (const one of (await cases()).filter(({ endpoint }) => !STEPS.has(endpoint.handler ?? ''))) {
        const [form] = one.forms.filter(({ fields, carried }) => fields.length > 0 && carried.length === 0)
        for (const { field, rule, values } of form ? await filledFor(one, form).violations() : []) {
          // what is not said of a new record it begins with by itself
          if (
            rule === 'required'
            && (field === one.entity.areaField || (form && begins(form, field)) || begins(one.entity, field))
          )
            continue
          tried++
          const [record] = ONLY_OLD.has(one.endpoint.handler ?? '') ? await recordsFor(one) : [{}]
          if (!(await errorsOf(one, { ...values, ...record }))[field])
            taken.push(`${one.endpoint.name}: ${field} ${rule}`)
        }
      }
      expect(tried).toBeGreaterThan(150)
      expect(taken).toEqual([])
    })

    it('of a workflow are held to theirs', async () => {
      const taken: string[] = []
      let tried = 0
      const [account] = (await people())[0]!
      const scoped = api().services.configuration().scope({})
      for (const entity of api().services.entities().values()) {
        for (const [code, transition] of machineFor(scoped, entity)?.transitions ?? []) {
          const filled = new Filled(api(), new Asker(api(), account), formFields(entity, transition))
          for (const { field, rule, values } of await filled.violations()) {
            tried++
            const saving = {
              call: { ...systemCall(api().services, '', '', () => {}), args: values },
              entity,
              tx: api().db,
              before: values as TableRow,
            }
            const refusal: unknown = await judgeTransitionForm(saving, transition, []).then(
              () => undefined,
              (error: unknown) => error,
            )
            if (!(refusal instanceof Refusal) || !refusal.errors?.[field])
              taken.push(`${entity.name}.${code}: ${field} ${rule}`)
          }
        }
      }
      expect(tried).toBeGreaterThan(80)
      expect(taken).toEqual([])
    })
  })
}
