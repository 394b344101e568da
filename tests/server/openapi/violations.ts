import { isExpression } from '../../../src/core/model/field/written.ts'
import type { Row } from '../../../src/core/contract/api.ts'
import type { FormField } from '../../../src/core/contract/configuration.ts'
import { factsOf, isNothing } from '../../../src/server/records/write/judge-fields.ts'
import { fieldStateOf, valuesOf, type Evaluate } from '../../../src/core/contract/form-rules.ts'
import { compileExpression, memberPaths } from '../../../src/core/expression/index.ts'
import { formsOf } from '../../../src/core/compile/page-forms.ts'
import type { EndpointModel, Entity, FieldModel } from '../../../src/server/db/tables/models.ts'
import type { Api } from '../support/api.ts'
import type { Asker } from './asker.ts'
import { literal, valueOf } from './examples.ts'

export type Asked = FieldModel & Pick<FormField, 'visible' | 'disabled' | 'computed'>
/** One rule of one field, broken: what is sent then. */
export interface Violation {
  field: string
  rule: string
  values: Row
}

/** A form as somebody fills it in who leaves nothing out. */
export class Filled {
  readonly fields: readonly Asked[]
  readonly #api: Api
  readonly #asker: Asker
  readonly #kinds: ReadonlyMap<string, Asked>

  constructor(api: Api, asker: Asker, fields: readonly Asked[]) {
    this.#api = api
    this.#asker = asker
    this.fields = fields.filter(({ kind }) => kind !== 'status')
    this.#kinds = new Map(fields.map(field => [field.name, field]))
  }

  evaluating =
    (values: Row): Evaluate =>
    expression => {
      try {
        return compileExpression(expression)({
          user: { roles: [] },
          option: {},
          today: TODAY,
          values: valuesOf(name => values[name], this.#kinds),
        })
      } catch {
        return undefined
      }
    }

  /** Everything that is shown and may be filled in, where these fields hold these values. */
  async all(set: Row = {}): Promise<Row> {
    const values: Row = { ...set }
    for (const isConditional of [false, true]) {
      for (const field of this.fields.filter(one => Boolean(one.visible) === isConditional && !(one.name in values))) {
        const { shown, locked } = fieldStateOf(field, this.evaluating(values))
        const value =
          shown && !locked ? (literal(field.default) ?? (await valueOf(this.#api, this.#asker, field))) : undefined
        if (!isNothing(value)) values[field.name] = value
      }
    }
    return values
  }

  /** Values of other fields by which this holds of the field; nothing where none can be found. */
  #making(expressions: readonly (string | undefined)[], holds: (evaluate: Evaluate) => boolean): Row | undefined {
    const read = expressions
      .flatMap(one => (isExpression(one) ? memberPaths(one) : []))
      .flatMap(([root, name]) => (root === 'values' && name ? [name] : []))
    const tries = [{}, ...read.flatMap(name => this.#valuesFor(name).map((value): Row => ({ [name]: value })))]
    return tries.find(set => holds(this.evaluating(set)))
  }

  #valuesFor(name: string): unknown[] {
    const field = this.#kinds.get(name)
    if (field?.kind === 'flag') return [0, 1]
    if (field?.kind === 'dict')
      return (
        this.#api.services
          .configuration()
          .scope(this.#asker.scope)
          .dictionary(field.dict ?? '') ?? []
      ).map(([key]) => key)
    return field && ['text', 'longText', 'uscc'].includes(field.kind) ? ['皖ICP备00000001号-1'] : []
  }

  /** Values of other fields by which these are shown. */
  showing(names: readonly string[]): Row {
    return Object.assign(
      {},
      ...this.fields
        .filter(({ name }) => names.includes(name))
        .map(field => this.#making([field.visible], at => fieldStateOf(field, at).shown) ?? {}),
    ) as Row
  }

  async violations(): Promise<Violation[]> {
    const found: Violation[] = []
    for (const field of this.fields) {
      const shown = this.#making([field.visible], at => {
        const { shown, locked } = fieldStateOf(field, at)
        return shown && !locked
      })
      if (!shown) continue
      const demanded = this.#making(
        [field.visible, isExpression(field.required) ? field.required : undefined],
        at => fieldStateOf(field, at).required,
      )
      if (demanded)
        found.push({
          field: field.name,
          rule: 'required',
          values: { ...(await this.all(demanded)), [field.name]: null },
        })
      for (const [rule, wrong] of wrongOf(field))
        found.push({ field: field.name, rule, values: { ...(await this.all(shown)), ...wrong } })
    }
    return found
  }
}

/** The form of the page that makes a call, where the asker is. */
export function filledFor(api: Api, asker: Asker, endpoint: EndpointModel, entity: Entity): Filled {
  const scoped = api.services.configuration().scope(asker.scope)
  const page = Object.keys(scoped.manifest.pages)
    .map(route => scoped.page(route))
    .find(one => one?.kind === 'form' && one.call.name === endpoint.name)
  const asked = page ? (formsOf(page)[0]?.fields ?? []) : []
  return new Filled(
    api,
    asker,
    asked.map(field => ({
      ...factsOf(entity.byName.get(field.name), field),
      ...(field.visible ? { visible: field.visible } : {}),
      ...(field.disabled ? { disabled: field.disabled } : {}),
    })),
  )
}

const TODAY = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const LATE = '9999-12-31'
const EARLY = '1900-01-01'
const isText = ({ kind, multiple }: Asked): boolean => !multiple && (kind === 'text' || kind === 'longText')

/** Values beyond each bound that a field has, alone or with the field that its bound is about. */
function wrongOf(field: Asked): [rule: string, wrong: Row][] {
  const { name, min, max, minLength = 0, maxLength, minItems = 0 } = field
  const wrong: [string, Row][] = []
  const beside = (bound: string): Row =>
    Object.fromEntries(
      memberPaths(bound).flatMap(([root, other]) => (root === 'values' && other ? [[other, '2026-01-05']] : [])),
    )
  if (typeof min === 'string') wrong.push(['min', { ...beside(min), [name]: EARLY }])
  if (typeof max === 'string') wrong.push(['max', { ...beside(max), [name]: LATE }])
  if (typeof min === 'number') wrong.push(['min', { [name]: min - 1 }])
  if (typeof max === 'number') wrong.push(['max', { [name]: max + 1 }])
  if (minLength > 1) wrong.push(['minLength', { [name]: 'x'.repeat(minLength - 1) }])
  if (maxLength !== undefined && isText(field)) wrong.push(['maxLength', { [name]: 'x'.repeat(maxLength + 1) }])
  if (minItems > 1 && isText(field)) wrong.push(['minItems', { [name]: '甲、甲' }])
  return wrong
}
