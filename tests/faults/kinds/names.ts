import { KEYS, namedBy } from '../catalogue.ts'
import { added, otherKey, otherValue, type Fault } from '../fault.ts'
import type { Spot } from '../spots.ts'
import type { Tree } from '../tree.ts'
import { misspelt, written } from '../typos.ts'

/** Whether the text stands for others: a template of calls, an expression, a placeholder. */
const isMade = (spot: Spot, text: string): boolean =>
  /[{}=]/.test(text)
  || (spot.file.path.endsWith('endpoints.yaml') && spot.path[0] === 'families' && spot.path[2] === 'calls')

const quoted = ({ file, value }: Spot): boolean => value !== undefined && /['"]/.test(file.text[value[0]] ?? '')

/** Every name of something else, misspelt. */
export const misspeltValues = ({ sheets }: Tree): Fault[] =>
  sheets.flatMap(({ spots }) =>
    spots.flatMap(spot => {
      const thing = namedBy(spot.word)
      if (thing === undefined || typeof spot.given !== 'string' || isMade(spot, spot.given)) return []
      const wrong = misspelt(spot.given)
      return otherValue(`names ${thing}`, spot, quoted(spot) ? `'${wrong}'` : written(wrong))
    }),
  )

/** Every name that stands as a key, misspelt. */
export const misspeltKeys = ({ sheets }: Tree): Fault[] =>
  sheets.flatMap(({ spots }) =>
    spots.flatMap(spot => {
      const name = spot.path.at(-1) ?? ''
      const said = spot.parent && KEYS[spot.parent.word.id]
      const isWord = spot.parent?.word.schema.properties?.[name] !== undefined
      if (said?.[0] !== 'names' || isWord || isMade(spot, name)) return []
      return otherKey(`key names ${said[1]}`, spot, written(misspelt(name)))
    }),
  )

/** Every word of the language, misspelt. */
export const misspeltWords = ({ sheets }: Tree): Fault[] =>
  sheets.flatMap(({ spots }) =>
    spots.flatMap(spot => {
      const name = spot.path.at(-1) ?? ''
      if (spot.parent?.word.schema.properties?.[name] === undefined) return []
      return otherKey('word of the language misspelt', spot, misspelt(name))
    }),
  )

/** Something that nothing takes, beside what is taken. */
export const strangers = ({ sheets }: Tree): Fault[] =>
  sheets.flatMap(({ spots }) =>
    spots.flatMap(spot => {
      const said = KEYS[spot.word.id]
      if (said?.[0] !== 'names' || spot.names.length === 0) return []
      const scalar = spot.word.id.includes('args') || spot.word.id.endsWith('filters') ? ": '1'" : ':'
      return added(`stranger among keys that name ${said[1]}`, spot, `strangerHere${scalar}`)
    }),
  )
