/**
 * Business constants (`constants` of app.yaml) as the user's scope has them; what is not written there is as the
 * specification says.
 */
let known: Readonly<Record<string, unknown>> = {}

export function setConstants(next: Readonly<Record<string, unknown>>): void {
  known = next
}

export function numberOf(name: string, standard: number): number {
  const value = Number(known[name] ?? standard)
  return Number.isFinite(value) ? value : standard
}

export function numbersOf(name: string, standard: number[]): number[] {
  const value = known[name]
  return Array.isArray(value) && value.length > 0 ? value.map(Number) : standard
}

export const textOf = (name: string, standard: string): string => String(known[name] ?? standard)
