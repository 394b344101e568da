import { part, type ConsoleApp } from '../../app/app.ts'

/** `constants` of app.yaml for the user's scope; missing ones have the specification's values. */
const memory = part(() => ({ constants: {} as Readonly<Record<string, unknown>> }))

export function setConstants(app: ConsoleApp, next: Readonly<Record<string, unknown>>): void {
  memory(app).constants = next
}

export function numberOf(app: ConsoleApp, name: string, standard: number): number {
  const value = Number(memory(app).constants[name] ?? standard)
  return Number.isFinite(value) ? value : standard
}

export function numbersOf(app: ConsoleApp, name: string, standard: number[]): number[] {
  const value = memory(app).constants[name]
  return Array.isArray(value) && value.length > 0 ? value.map(Number) : standard
}

export const textOf = (app: ConsoleApp, name: string, standard: string): string =>
  String(memory(app).constants[name] ?? standard)
