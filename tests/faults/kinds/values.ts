import { dropped, otherValue, type Fault } from '../fault.ts'
import { typesOf } from '../language.ts'
import type { Spot } from '../spots.ts'
import type { Tree } from '../tree.ts'
import { misspelt, written } from '../typos.ts'

const each =
  (faultsOf: (spot: Spot) => Fault[]) =>
  ({ sheets }: Tree): Fault[] =>
    sheets.flatMap(({ spots }) => spots.flatMap(faultsOf))

const isTemplate = (spot: Spot): boolean => {
  for (let at: Spot | undefined = spot; at; at = at.parent) if (at.word.schema['x-template']) return true
  return false
}

/** A number just below and just above what is allowed. */
export const outOfRange = each(spot => {
  const { minimum, maximum } = spot.word.schema
  if (typeof spot.given !== 'number') return []
  return [
    ...(minimum === undefined ? [] : otherValue('number out of range', spot, String(minimum - 1))),
    ...(maximum === undefined ? [] : otherValue('number out of range', spot, String(maximum + 1))),
  ]
})

/** Half of something that is counted, and a text where a number or a yes stands. */
export const ofAnotherType = each(spot => {
  const types = typesOf(spot.word)
  if (isTemplate(spot)) return []
  if (typeof spot.given === 'number' && types.includes('integer')) return otherValue('type', spot, `${spot.given}.5`)
  if (typeof spot.given === 'boolean' && !types.includes('string'))
    return otherValue('type', spot, misspelt(String(spot.given)))
  if (typeof spot.given === 'number' && !types.includes('string')) return otherValue('type', spot, 'many')
  if (spot.names.length > 0 && !types.includes('string')) return []
  return []
})

/** A word that is not among those to choose of. */
export const notToChoose = each(spot => {
  const { enum: words, then } = spot.word.schema
  if (typeof spot.given !== 'string' || isTemplate(spot)) return []
  return (words ?? then?.enum) ? otherValue('choice', spot, written(misspelt(spot.given))) : []
})

const NOT_SO: readonly [RegExp, string][] = [
  [/\^\^?=/, 'always'],
  [/\^\//, 'nothing'],
  [/https\?/, 'www.example.org'],
]

/** A text that has not the form of its place. */
export const ofAnotherForm = each(spot => {
  const { pattern } = spot.word.schema
  if (pattern === undefined || typeof spot.given !== 'string' || isTemplate(spot)) return []
  const wrong = NOT_SO.find(([form]) => form.test(pattern))?.[1] ?? `${spot.given}?!`
  return new RegExp(pattern, 'u').test(wrong) ? [] : otherValue('form', spot, written(wrong))
})

/** A required key that is not there, in the file that is alone to say it. */
export function requiredDropped({ sheets, checked }: Tree): Fault[] {
  const isAlone = (name: string, spots: readonly Spot[]): boolean =>
    checked.project.documents.get(name)?.length === 1 && !spots.some(({ path }) => path[0] === 'extends')
  const ownFields = (name: string, spots: readonly Spot[]): boolean =>
    !name.startsWith('entities/') || !spots.some(({ path }) => path[0] === 'mixins')
  return sheets
    .filter(({ name, spots }) => isAlone(name, spots))
    .flatMap(({ name, spots }) =>
      spots.flatMap(spot => {
        const key = spot.path.at(-1) ?? ''
        if (isTemplate(spot) || !required(spot.parent).includes(key)) return []
        if (spot.path[0] === 'fields' && !ownFields(name, spots)) return []
        return dropped('required key', spot)
      }),
    )
}

/** Those that no other key beside them says, too. */
function required(parent: Spot | undefined): readonly string[] {
  const { 'x-required': keys = [], 'x-instead': instead = {} } = parent?.word.schema ?? {}
  return keys.filter(key => !parent?.names.includes(instead[key] ?? ''))
}

/** A text that says nothing. */
export const emptied = each(spot =>
  typeof spot.given === 'string' && (spot.word.schema.minLength ?? 0) > 0 && !isTemplate(spot)
    ? otherValue('empty text', spot, "''")
    : [],
)
