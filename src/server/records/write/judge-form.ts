import type { CallForm } from '../../../core/compile/page-forms.ts'
import type { FormField } from '../../../core/contract/configuration.ts'
import { fieldStateOf, initialOf, type Evaluate, type FieldState } from '../../../core/contract/form-rules.ts'
import { STRUCTURE_KINDS } from '../../../core/model/field/traits.ts'
import { ownFields } from '../../../core/workflow/own-fields.ts'
import { isHiddenIn, mayChange } from '../../access/field-rights.ts'
import { formsFor } from '../../access/forms.ts'
import { badRequest } from '../../answer/refusal.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { machineFor, scopedOf } from '../../machines/machines.ts'
import { signedInUser, type Saving } from '../../call/context.ts'
import { fitted } from './computed.ts'
import { isManaged } from './effects.ts'
import { isHidden } from '../read/filters.ts'
import {
  aroundOf,
  asRead,
  best,
  evaluating,
  factsOf,
  isNothing,
  judgeField,
  notShown,
  type Outcome,
} from './judge-fields.ts'
import { isMaskOf } from '../read/mask.ts'
import { withHidden } from './unseen.ts'

/** For a call that no form makes: every field is refused. */
const NO_FORM: CallForm = { call: '', fields: [], carried: [], begun: [] }

/**
 * The forms that could have sent this: of a record that is there, those that are opened with one. A call whose forms
 * only add changes nothing that is there.
 */
function fitting({ before, entity }: Saving, forms: readonly CallForm[]): readonly CallForm[] {
  if (!before || forms.length === 0) return forms
  const changing = forms.filter(({ adds }) => adds !== true)
  if (changing.length > 0) return changing
  throw badRequest(`此处只能新增${entity.label}，不能修改已有的记录`)
}

/** Judges a save by the call's form that fits it best: a request is valid if at least one form could have sent it. */
export function judgeForms(saving: Saving, known: TableRow): Outcome {
  const { call } = saving
  // a call that accompanies others (`comesWith`) is judged by their forms
  const names = [call.endpoint.name, ...(call.endpoint.comesWith ?? [])]
  const forms = fitting(
    saving,
    names.flatMap(name => formsFor(call.scoped, signedInUser(call), { ...call.endpoint, name })),
  )
  const judging = { maySet: settable(saving), known, saving }
  return (
    best((forms.length > 0 ? forms : [NO_FORM]).map(form => outcomeOf(readingOf(judging, form)))) ?? {
      values: {},
      problems: {},
    }
  )
}

/** Fields that no save may set: key, state, and those that the server writes. */
const isStamped = (entity: Entity, field: FieldModel): boolean =>
  field.name === entity.key || field.kind === 'status' || isManaged(field)

/**
 * Fields that this save may set: not those that the server or the workflow writes, nor those that this user may not
 * change.
 */
function settable({ call, entity, before }: Saving): (field: FieldModel) => boolean {
  const machine = machineFor(before ? scopedOf(call, entity, before) : call.scoped, entity)
  const own = machine && ownFields(machine)
  const begins = !before || machine?.states.get(String(before[machine.status]))?.initial === true
  const user = signedInUser(call)
  return field =>
    !isStamped(entity, field)
    && own?.always.has(field.name) !== true
    && (begins || own?.assigned.has(field.name) !== true)
    && mayChange(field, user)
}

/** Default of a new record's field: area and unit of the user who adds it, else the entity's default. */
function standardOf({ call, entity }: Saving, field: FieldModel): unknown {
  const user = signedInUser(call)
  if (field.name === entity.areaField) return user.areaCode
  if (field.name === entity.owned?.org && field.required !== true && user.orgId !== '') return user.orgId
  // it tells of nothing that is filled in
  return initialOf(
    field,
    evaluating(call, () => undefined, new Map()),
  )
}

interface Judging {
  saving: Saving
  known: TableRow
  maySet(field: FieldModel): boolean
}
/** One form applied to one record. `evaluate` uses the values after the change, `earlier` those before it. */
interface Reading extends Judging {
  form: CallForm
  asked: ReadonlyMap<string, FormField>
  given: Readonly<Record<string, unknown>>
  evaluate: Evaluate
  earlier: Evaluate | undefined
}

function readingOf(judging: Judging, form: CallForm): Reading {
  const { saving, known } = judging
  const { call, entity, before } = saving
  const given = withHidden(entity, { ...call.args, ...known }, before)
  const now = (name: string): unknown => {
    const field = entity.byName.get(name)
    if (!field) return undefined
    if (field.computed !== undefined) return fitted(field, evaluate(field.computed))
    const isSent = name in given && !(before && isMaskOf(field, given[name], before))
    return isSent ? asRead(field, given[name]) : before ? before[name] : standardOf(saving, field)
  }
  const evaluate = evaluating(call, now, entity.byName)
  return {
    ...judging,
    form,
    given,
    asked: new Map(form.fields.map(field => [field.name, field])),
    evaluate,
    earlier: before && evaluating(call, name => before[name], entity.byName),
  }
}

function outcomeOf(reading: Reading): Outcome {
  const outcome: Outcome = { values: {}, problems: {} }
  const { entity, before } = reading.saving
  for (const field of entity.fields.filter(one => !isHidden(one)))
    if (!before || !isHiddenIn(field, before)) judgeInForm(reading, field, outcome)
    // whoever does not see what stands there has not emptied it
    else if (!isNothing(reading.given[field.name])) outcome.problems[field.name] = `${field.label}不能由此修改`
  return outcome
}

/** A field within a form: its conditions, and whether the form may send a value for it. */
interface Place {
  field: FieldModel
  asked: FormField | undefined
  standing: FieldState | undefined
  maySet: boolean
  isOpen: boolean
}

function placeOf(reading: Reading, field: FieldModel): Place {
  const asked = reading.asked.get(field.name)
  const standing = asked && fieldStateOf(asked, reading.evaluate)
  const maySet = reading.maySet(field)
  return { field, asked, standing, maySet, isOpen: maySet && isOpenIn(reading, field.name, standing) }
}

/**
 * Whether the form may send the field: it shows an editable field, its button computes the value, the page's address
 * sets it, or the call itself knows it.
 */
function isOpenIn({ form, known, saving }: Reading, name: string, standing: FieldState | undefined): boolean {
  if (name in known || (!saving.before && form.begun.includes(name))) return true
  return standing ? standing.shown && !standing.locked : form.carried.includes(name)
}

function judgeInForm(reading: Reading, field: FieldModel, outcome: Outcome): void {
  const place = placeOf(reading, field)
  const { asked, standing, maySet } = place
  if (field.computed !== undefined) judgeComputed(reading, place, field.computed, outcome)
  else if (asked?.computed !== undefined && standing?.shown && maySet)
    keep(reading, { field: factsOf(field, asked), required: false }, reading.evaluate(asked.computed), outcome)
  else if (place.isOpen) judgeOpen(reading, place, outcome)
  else judgeClosed(reading, place, outcome)
}

/** Bounds hold for what is worked out, too; a console that shows it sends what it has worked out itself. */
function judgeComputed(reading: Reading, { field, asked }: Place, computed: string, outcome: Outcome): void {
  if (!asked && isChanged(reading, field)) outcome.problems[field.name] = `${field.label}不能由此修改`
  else {
    const facts = asked ? factsOf(field, asked) : field
    keep(reading, { field: facts, required: false }, fitted(field, reading.evaluate(computed)), outcome)
  }
}

function judgeOpen(reading: Reading, { field, asked, standing }: Place, outcome: Outcome): void {
  const {
    saving: { before },
    given,
  } = reading
  const { name } = field
  const facts = asked ? factsOf(field, asked) : field
  const required = standing?.required === true || field.required === true
  if (before && asked && isKept(reading, field)) {
    outcome.values[name] = before[name]
    complainOfChange(reading, facts, asked, outcome)
  } else if (name in given || !before)
    keep(
      reading,
      { field: facts, required },
      given[name] ?? (before ? undefined : standardOf(reading.saving, facts)),
      outcome,
    )
  else if (asked) complainOfChange(reading, facts, asked, outcome)
}

/**
 * Whether it is sent back as it stands in the record: it was valid when it was saved. What has been taken out of a
 * dictionary or out of the areas since, or is longer than may be written now, stays savable.
 */
const isKept = (reading: Reading, field: FieldModel): boolean =>
  field.name in reading.given
  && !STRUCTURE_KINDS.has(field.kind)
  && !isNothing(reading.given[field.name])
  && !isChanged(reading, field)

/**
 * A field that the form does not offer keeps its value, or gets its default in a new record. Sending another value is
 * an error; a hidden field is not required.
 */
function judgeClosed(reading: Reading, { field, asked, standing, maySet }: Place, outcome: Outcome): void {
  const { problems } = outcome
  const { before, entity } = reading.saving
  // what the form hides may be emptied, as its user is told to do
  if (before && maySet && standing?.shown === false && isEmptied(reading, field)) outcome.values[field.name] = null
  else if (isChanged(reading, field)) {
    problems[field.name] = maySet && standing?.shown === false ? notShown(field) : `${field.label}不能由此修改`
    if (!asked) outcome.foreign = (outcome.foreign ?? 0) + 1
  } else if (!before && !isStamped(entity, field)) {
    // nobody has filled it in, and nobody could say something else
    const { check: _check, ...unchecked } = field
    const required = !asked && maySet && field.required === true
    keep(reading, { field: unchecked, required }, standardOf(reading.saving, field), outcome)
  }
}

const isEmptied = ({ given }: Reading, { name }: FieldModel): boolean => name in given && isNothing(given[name])

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Sent with every save for the conflict check; no change of a field. */
const SENT_ALONG = 'updateTime'

/** Values sent back as they were read, or equal to the default of a new record, are no change. */
function isChanged({ saving, given }: Reading, field: FieldModel): boolean {
  const { before, entity } = saving
  const { name } = field
  if (!(name in given) || name === entity.key || name === SENT_ALONG) return false
  const was = before ? before[name] : standardOf(saving, field)
  if (isNothing(given[name])) return before !== undefined && !isNothing(was)
  if (before && isMaskOf(field, given[name], before)) return false
  const now = asRead(field, given[name])
  // others may have made it another number since it was read
  if (before && field.counted && now !== null) return false
  return now === null || textOf(now) !== textOf(asRead(field, was))
}

/**
 * Reports an unsent field whose old value becomes invalid through this change: for instance one that another field now
 * bounds.
 */
function complainOfChange(
  { saving, evaluate, earlier }: Reading,
  facts: FieldModel,
  asked: FormField,
  { problems }: Outcome,
): void {
  const { before, call } = saving
  if (!before || !earlier) return
  const problem = (by: Evaluate): string | undefined => {
    const result = judgeField(facts, before[facts.name], fieldStateOf(asked, by), by, aroundOf(call))
    return 'error' in result ? result.error : undefined
  }
  const now = problem(evaluate)
  // hidden fields are not reported, because the user could not correct them
  if (now !== undefined && fieldStateOf(asked, evaluate).shown && problem(earlier) === undefined)
    problems[facts.name] = now
}

function keep(
  { saving, evaluate }: Reading,
  { field, required }: { field: FieldModel; required: boolean },
  value: unknown,
  { values, problems }: Outcome,
): void {
  const { before, call } = saving
  if (before && isMaskOf(field, value, before)) return
  const result = judgeField(field, value, { shown: true, required }, evaluate, aroundOf(call, before?.[field.name]))
  if ('error' in result) problems[field.name] = result.error
  else if (result.value !== null || before) values[field.name] = result.value
}
