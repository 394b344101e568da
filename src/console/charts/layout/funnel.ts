/** A stage of a funnel, in pixels; `kept` is its part of the stage before. */
export interface Stage {
  at: number
  y: number
  height: number
  top: number
  bottom: number
  kept?: number
}
const GAP = 2
const LEAST = 2

/** Stages from above to below; each is as wide as its number, and narrows to the next one. */
export function layoutFunnel(values: readonly (number | null)[], width: number, height: number): Stage[] {
  const most = Math.max(0, ...values.map(value => value ?? 0))
  const step = height / Math.max(1, values.length)
  const wide = (value: number | null | undefined): number =>
    most === 0 ? LEAST : Math.max(LEAST, (Math.max(0, value ?? 0) / most) * width)
  return values.map((value, at) => {
    const before = values[at - 1]
    const kept = value === null || !before || before < 0 ? undefined : value / before
    const next = at + 1 < values.length ? wide(values[at + 1]) : wide(value)
    return {
      at,
      y: at * step,
      height: Math.max(1, step - GAP),
      top: wide(value),
      bottom: Math.min(next, wide(value)),
      kept,
    }
  })
}
