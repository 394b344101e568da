import { lineAt, type Span, type Spot } from './spots.ts'

/** What a person does wrong, or rightly, in some files; everything else stays as it is. */
export interface Edit {
  /** of which sort it is */
  sort: string
  what: string
  /** path → its new text; null: the file goes */
  files: ReadonlyMap<string, string | null>
}
/** An edit that must be told. */
export interface Fault extends Edit {
  /** each of these lines is the right place; parts at odds have two */
  at: readonly Place[]
}
export type Place = readonly [file: string, line: number]

/** Other texts at some spans of one file. */
export function spliced(text: string, ...changes: readonly (readonly [Span, string])[]): string {
  const ordered = [...changes].sort(([a], [b]) => b[0] - a[0])
  return ordered.reduce((done, [[from, to], by]) => done.slice(0, from) + by + done.slice(to), text)
}

const labelOf = ({ file, path }: Spot): string => `${file.path} ${path.join('.')}`

/** A change of one span; its text is made when it is drawn, because there are a hundred thousand of them. */
export function changeAt(
  sort: string,
  { file }: Pick<Spot, 'file'>,
  change: readonly [Span, string],
  what: string,
): Fault {
  return {
    sort,
    what,
    get files() {
      return new Map([[file.path, spliced(file.text, change)]])
    },
    get at(): Place[] {
      return [[file.path, lineAt(file.text, change[0][0])]]
    },
  }
}

function faultAt(sort: string, spot: Spot, span: Span, by: string): Fault {
  const old = spot.file.text.slice(...span).split('\n')[0]!
  return changeAt(sort, spot, [span, by], `${labelOf(spot)}: ${old} → ${by}`)
}

/** Another value. */
export const otherValue = (sort: string, spot: Spot, by: string): Fault[] =>
  spot.value ? [faultAt(sort, spot, spot.value, by)] : []
/** Another name. */
export const otherKey = (sort: string, spot: Spot, by: string): Fault[] =>
  spot.key ? [faultAt(sort, spot, spot.key, by)] : []

/** A further member of a map, written first. */
export function added(sort: string, map: Spot, member: string): Fault[] {
  const { file, value } = map
  if (!value || map.names.length === 0) return []
  const [from] = value
  const isFlow = file.text[from] === '{'
  const at = isFlow ? from + 1 : from
  const indent = ' '.repeat(from - file.text.lastIndexOf('\n', from - 1) - 1)
  const change = [[at, at] as const, isFlow ? `${member}, ` : `${member}\n${indent}`] as const
  return [changeAt(sort, map, change, `${labelOf(map)}: + ${member}`)]
}

/** Whether a key begins its line: one behind a dash cannot be taken out with its line. */
function beginsLine({ file: { text }, key, inFlow }: Spot): boolean {
  return key !== undefined && (inFlow || text.slice(text.lastIndexOf('\n', key[0] - 1) + 1, key[0]).trim() === '')
}

/** Where a key stands with all that belongs to it. */
function wholeOf({ file: { text }, key, value, inFlow }: Spot): Span {
  const [from, to] = key!
  if (inFlow) {
    const end = value?.[1] ?? to + (text[to] === ':' ? 1 : 0)
    const after = /^\s*,\s*/.exec(text.slice(end))?.[0].length
    const before = text.slice(0, from).trimEnd()
    return after !== undefined ? [from, end + after] : [before.endsWith(',') ? before.length - 1 : from, end]
  }
  const start = text.lastIndexOf('\n', from - 1) + 1
  const lines = text.slice(start).split('\n')
  const next = lines.findIndex((line, i) => i > 0 && line.trim() !== '' && line.search(/\S/) <= from - start)
  return [start, next < 0 ? text.length : start + lines.slice(0, next).join('\n').length + 1]
}

/** Without a key; it is missed where the map that had it stands. */
export function dropped(sort: string, spot: Spot): Fault[] {
  if (!beginsLine(spot)) return []
  const { file, parent } = spot
  const textWithout = (): string => spliced(file.text, [wholeOf(spot), ''])
  return [
    {
      sort,
      what: `${labelOf(spot)}: without it`,
      get files() {
        return new Map([[file.path, textWithout()]])
      },
      get at(): Place[] {
        const map = parent?.parent && (parent.key ?? parent.value)
        // without its first key a file begins a line further down
        const first = (text: string): number =>
          text.split('\n').findIndex(line => line.trim() !== '' && !line.startsWith('#')) + 1
        return [[file.path, map ? lineAt(file.text, map[0]) : first(textWithout())]]
      },
    },
  ]
}
