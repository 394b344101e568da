/**
 * What the layer of a customer or an area may say of what the product has. Rows of all lie in one table, so what says
 * whose a row is, how it is stored and who can do what at all is the product's; everything else a layer says for its
 * own people alone. Of what only a layer has, it says all.
 *
 * - `product`: the product alone
 * - `layer`: each layer, for its own scope
 * - `stricter`: each layer, for its own scope, as long as it hides or forbids no less than the product
 */
export type Owner = 'product' | 'layer' | 'stricter'

export const ENTITY_OWNERS = {
  entity: 'product',
  label: 'layer',
  key: 'product',
  title: 'product',
  subtitle: 'product',
  usable: 'product',
  page: 'layer',
  list: 'layer',
  calls: 'product',
  // each field that they bring is judged by itself
  mixins: 'layer',
  fields: 'layer',
  actions: 'layer',
  volume: 'product',
  scope: 'product',
  union: 'product',
  view: 'product',
  softDelete: 'product',
} as const satisfies Record<string, Owner>

export const FIELD_OWNERS = {
  label: 'layer',
  // what a column holds, and what its values mean
  kind: 'product',
  dict: 'product',
  ref: 'product',
  workflow: 'product',
  multiple: 'product',
  rule: 'product',
  was: 'product',
  // what else its masks and rights hold for
  repeats: 'product',
  // what holds between rows, or for every row
  unique: 'product',
  managed: 'product',
  number: 'product',
  counted: 'product',
  computed: 'product',
  onSave: 'product',
  unlisted: 'product',
  all: 'product',
  // indexes follow from it, and whether the names in a text are kept from who may not read their records
  search: 'product',
  // all write it in one way, or it is not unique
  letters: 'product',
  secret: 'product',
  // what an answer works out is left open by the conditions of buttons
  answered: 'product',
  mask: 'stricter',
  roles: 'stricter',
  readOnly: 'stricter',
  editRoles: 'stricter',
  choices: 'layer',
  unit: 'layer',
  required: 'layer',
  minLength: 'layer',
  maxLength: 'layer',
  min: 'layer',
  max: 'layer',
  minItems: 'layer',
  pattern: 'layer',
  patternMessage: 'layer',
  check: 'layer',
  checkMessage: 'layer',
  width: 'layer',
  default: 'layer',
  help: 'layer',
  due: 'layer',
  record: 'layer',
  total: 'layer',
  fields: 'layer',
} as const satisfies Record<string, Owner>

/** Of a call that the product has: it is one for all, and opened no wider than the product does. */
export const CALL_OWNERS = {
  label: 'layer',
  because: 'layer',
  access: 'stricter',
  comesWith: 'product',
  choosing: 'product',
  method: 'product',
  path: 'product',
  in: 'product',
  params: 'product',
  alsoInBody: 'product',
  envelope: 'product',
  handler: 'product',
  entity: 'product',
  figures: 'product',
  repeatable: 'product',
  undoable: 'product',
  reads: 'product',
  changes: 'product',
  changesByGet: 'product',
  instead: 'product',
  words: 'product',
} as const satisfies Record<string, Owner>

const ofOwner = (owners: Readonly<Record<string, Owner>>, owner: Owner): string[] =>
  Object.keys(owners).filter(key => owners[key] === owner)

/** Facts of a field that are the same in all scopes. */
export const PRODUCT_FIELD_FACTS: readonly string[] = ofOwner(FIELD_OWNERS, 'product')
