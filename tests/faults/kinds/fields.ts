import { added, type Fault } from '../fault.ts'
import type { Sheet, Spot } from '../spots.ts'
import type { Tree } from '../tree.ts'
import { given } from './odds.ts'

/** Facts of a field that contradict each other. */
export function wrongFields(tree: Tree): Fault[] {
  return tree.sheets
    .filter(({ kind }) => kind === 'entity' || kind === 'mixin')
    .flatMap(sheet =>
      sheet.spots
        .filter(({ path, names }) => path.length === 2 && path[0] === 'fields' && names.includes('kind'))
        .flatMap(spot => contradictions(sheet, spot)),
    )
}

function contradictions(sheet: Sheet, spot: Spot): Fault[] {
  const kind = given(sheet, [...spot.path, 'kind'].join('.'))
  const says = (name: string): boolean => spot.names.includes(name)
  const add = (sort: string, text: string, ...without: string[]): Fault[] =>
    without.some(says) ? [] : added(sort, spot, text)
  if (kind === 'int' || kind === 'decimal' || kind === 'money')
    return [
      ...add(
        'default out of range',
        'default: 12, max: 10'.replace(', ', separator(sheet, spot)),
        'default',
        'max',
        'min',
      ),
      ...add('bounds crossed', 'min: 12, max: 10'.replace(', ', separator(sheet, spot)), 'max', 'min'),
      ...add('default of another kind', 'default: many', 'default'),
      ...add('word that the kind does not have', 'dict: platform', 'dict'),
    ]
  if (kind === 'text' || kind === 'longText')
    return [
      ...add('pattern that never ends', "pattern: '^(a+)+$'", 'pattern'),
      ...add('pattern that never ends', "pattern: '^(\\w+\\s?)*$'", 'pattern'),
      ...add('pattern that never ends', "pattern: '^(\\w+\\.\\w+)+$'", 'pattern'),
      ...add('pattern that never ends', "pattern: '^(\\d{1,3})*$'", 'pattern'),
      ...add('pattern that is none', "pattern: '[a-'", 'pattern'),
      ...add(
        'default against the pattern',
        `pattern: '^\\d+$', default: abc`.replace(', ', separator(sheet, spot)),
        'pattern',
        'default',
      ),
      ...add(
        'bounds crossed',
        'minLength: 20, maxLength: 10'.replace(', ', separator(sheet, spot)),
        'maxLength',
        'minLength',
      ),
      ...add(
        'default out of range',
        'default: abcdef, maxLength: 3'.replace(', ', separator(sheet, spot)),
        'default',
        'maxLength',
      ),
      ...add('word that the kind does not have', 'total: sum', 'total'),
    ]
  if (kind === 'dict')
    return [
      ...add('default of another kind', "default: 'nowhere'", 'default'),
      ...add('word that the kind does not have', 'minLength: 3', 'minLength'),
    ]
  if (kind === 'flag') return add('default of another kind', 'default: 2', 'default')
  if (kind === 'date' || kind === 'datetime') return add('default of another kind', 'default: soon', 'default')
  return []
}

/** Between two members, as this map is written. */
function separator({ file }: Sheet, { value }: Spot): string {
  const [from] = value!
  if (file.text[from] === '{') return ', '
  return `\n${' '.repeat(from - file.text.lastIndexOf('\n', from - 1) - 1)}`
}
