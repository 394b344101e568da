/** A part of a pattern in brackets. */
interface Group {
  /** whether anything in it repeats without a limit */
  repeats: boolean
  choices: string[]
  /** single signs and classes in it, also within inner brackets */
  signs: string[]
  /** of these the ones that stand in it once and always */
  fixed: string[]
}

const UNLIMITED = /^(?:[*+]|\{\d+,\})/
const REPEATED = /^[*+?{]/

/**
 * Whether the time that a pattern takes may double with each sign of the text: a repetition without a limit within
 * another, or one of choices that begin alike; unless a sign that nothing else in it matches divides the repetitions.
 */
export function mayNeverEnd(pattern: string): boolean {
  const open: Group[] = []
  let group = emptyGroup()
  for (let at = 0; at < pattern.length;) {
    const part = partAt(pattern, at)
    at += part.length
    const isRepeated = UNLIMITED.test(pattern.slice(at))
    if (part[0] === '(') {
      open.push(group)
      group = emptyGroup()
    } else if (part === ')') {
      const inner = group
      if (isRepeated && !isDivided(inner) && (inner.repeats || beginAlike(inner.choices))) return true
      group = joined(open.pop() ?? emptyGroup(), inner, isRepeated)
    } else if (part === '|') group.choices.push('')
    else addSign(group, part, pattern.slice(at))
  }
  return false
}

const emptyGroup = (): Group => ({ repeats: false, choices: [''], signs: [], fixed: [] })

const joined = (outer: Group, inner: Group, isRepeated: boolean): Group => ({
  ...outer,
  repeats: outer.repeats || inner.repeats || isRepeated,
  signs: [...outer.signs, ...inner.signs],
})

function addSign(group: Group, sign: string, after: string): void {
  if (/^[+*?{}^$\d,]$/.test(sign) && REPEATED.test(sign)) return
  group.choices[group.choices.length - 1] += sign
  group.signs.push(sign)
  if (REPEATED.test(after)) group.repeats ||= UNLIMITED.test(after)
  else group.fixed.push(sign)
}

/** One sign, with its backslash; a class in square brackets; a bracket with what says its sort. */
function partAt(pattern: string, at: number): string {
  const rest = pattern.slice(at)
  return (/^\\.|^\[(?:\\.|[^\]\\])*\]|^\((?:\?(?:[:=!]|<[=!]|<\w+>))?|^\{\d+,?\d*\}/s.exec(rest)
    ?? /^./su.exec(rest) ?? [rest])[0]
}

/** A plain sign that each repetition has once, and that nothing else in it can be. */
const isDivided = ({ fixed, signs, choices }: Group): boolean =>
  choices.length === 1
  && fixed.some(sign => {
    const plain = /^\\?(\W)$/.exec(sign)?.[1]
    return plain !== undefined && signs.every(other => other === sign || !matches(other, plain)) && once(signs, sign)
  })

const once = (signs: readonly string[], sign: string): boolean => signs.filter(other => other === sign).length === 1

function matches(sign: string, text: string): boolean {
  try {
    return new RegExp(`^${sign}$`, 'u').test(text)
  } catch {
    return true
  }
}

const beginAlike = (choices: readonly string[]): boolean =>
  choices.some((one, i) => choices.some((other, j) => i !== j && (one === '' || other.startsWith(one.slice(0, 1)))))
