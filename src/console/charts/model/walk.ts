/** A place among the marks: which category it stands at, and in which line of marks. */
export interface Place {
  at: number
  line: number
}
type Step = (marks: readonly Place[], from: Place) => number

const nearest = (marks: readonly Place[], fits: (one: Place) => boolean, far: (one: Place) => number): number =>
  marks.reduce((best, one, i) => {
    if (!fits(one)) return best
    const before = marks[best]
    return before === undefined || far(one) < far(before) ? i : best
  }, -1)

const along =
  (sign: number): Step =>
  (marks, from) =>
    nearest(
      marks,
      one => one.line === from.line && sign * (one.at - from.at) > 0,
      one => Math.abs(one.at - from.at),
    )
const across =
  (sign: number): Step =>
  (marks, from) =>
    nearest(
      marks,
      one => sign * (one.line - from.line) > 0,
      one => Math.abs(one.line - from.line) * marks.length + Math.abs(one.at - from.at),
    )

const STEPS: Record<string, Step> = {
  ArrowRight: along(1),
  ArrowLeft: along(-1),
  ArrowDown: across(1),
  ArrowUp: across(-1),
}
/** where there is one line only, up and down walk along it too */
const OTHERWISE: Record<string, Step> = { ArrowDown: along(1), ArrowUp: along(-1) }

/** The mark that a key leads to; undefined where the key is none of ours. The last one stays where it is. */
export function walk(marks: readonly Place[], current: number | undefined, key: string): number | undefined {
  const isOurs = key in STEPS || key === 'Home' || key === 'End'
  if (!isOurs || marks.length === 0) return undefined
  if (key === 'Home') return 0
  if (key === 'End') return marks.length - 1
  const from = current === undefined ? undefined : marks[current]
  if (!from || current === undefined) return 0
  const isOneLine = marks.every(({ line }) => line === from.line)
  const step = (isOneLine ? OTHERWISE[key] : undefined) ?? STEPS[key]
  const next = step ? step(marks, from) : -1
  return next < 0 ? current : next
}
