import { Environment } from '@marcbachmann/cel-js'

/**
 * Deviations from standard CEL. All our numbers are doubles, as in JavaScript, so they may be mixed with integer
 * literals. Any field of a row may be empty, which is null: it compares as "not equal" instead of failing, what is
 * worked out of it is empty as well, and a text that it is added to stays as it is. A number added to a text is written
 * at its end.
 */
export function createLanguage(isChecking: boolean): Environment {
  const language = new Environment({
    unlistedVariablesAreDyn: !isChecking,
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
  })
  for (const [operator, compute] of ARITHMETIC) {
    language.registerOperator(`double ${operator} int`, compute)
    language.registerOperator(`int ${operator} double`, compute)
  }
  language.registerOperator('double % double', (a: number, b: number) => a % b)
  language.registerOperator('int == double', (a: bigint, b: number) => Number(a) === b)
  for (const type of ['int', 'double', 'string']) {
    for (const operator of ['<', '<=', '>', '>=']) {
      language.registerOperator(`null ${operator} ${type}`, no)
      language.registerOperator(`${type} ${operator} null`, no)
    }
  }
  for (const type of ['string', 'int', 'double', 'bool']) language.registerOperator(`${type} == null`, no)
  for (const method of ['contains', 'startsWith', 'endsWith', 'matches']) {
    language.registerFunction(`null.${method}(string): bool`, no)
  }
  language.registerFunction('size(null): int', () => 0n)
  addEmpty(language)
  addDays(language)
  return language
}

const NUMBERS = ['int', 'double']

function addEmpty(language: Environment): void {
  const nothing = (): null => null
  for (const [operator] of ARITHMETIC) {
    language.registerOperator(`null ${operator} null`, nothing)
    for (const type of NUMBERS) {
      language.registerOperator(`null ${operator} ${type}`, nothing)
      language.registerOperator(`${type} ${operator} null`, nothing)
    }
  }
  language.registerOperator('string + null', (text: string) => text)
  language.registerOperator('null + string', (_: null, text: string) => text)
  for (const type of NUMBERS) {
    language.registerOperator(`string + ${type}`, (text: string, number: Numeric) => text + String(number))
    language.registerOperator(`${type} + string`, (number: Numeric, text: string) => String(number) + text)
  }
  language.registerOperator('-null', nothing)
  language.registerFunction('string(null): string', () => '')
  for (const type of NUMBERS) language.registerFunction(`${type}(null): dyn`, nothing)
  language.registerFunction('null.substring(int, int): dyn', nothing)
}

/** What is worked out of a day: a day again, as 2026-01-31, or '' where a part of it is empty or no day. */
export const DAY_FUNCTIONS: Readonly<Record<string, (day: Date, number: number) => void>> = {
  minusDays: (day, days) => day.setUTCDate(day.getUTCDate() - days),
  plusDays: (day, days) => day.setUTCDate(day.getUTCDate() + days),
  plusMonths,
}

/** The same day of another month, or its last one where it is shorter. */
function plusMonths(day: Date, months: number): void {
  const date = day.getUTCDate()
  day.setUTCMonth(day.getUTCMonth() + months)
  if (day.getUTCDate() !== date) day.setUTCDate(0)
}

function addDays(language: Environment): void {
  for (const [name, move] of Object.entries(DAY_FUNCTIONS)) {
    const moved = (day: string, number: Numeric): string => {
      const at = new Date(`${day.slice(0, 10)}T00:00:00Z`)
      move(at, Math.trunc(Number(number)))
      return Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10)
    }
    for (const type of NUMBERS) {
      language.registerFunction(`string.${name}(${type}): string`, moved)
      language.registerFunction(`null.${name}(${type}): string`, () => '')
    }
    for (const type of ['string', 'null']) language.registerFunction(`${type}.${name}(null): string`, () => '')
  }
  language.registerFunction('string.daysTo(string): dyn', daysTo)
  for (const ends of ['null.daysTo(string)', 'string.daysTo(null)', 'null.daysTo(null)'])
    language.registerFunction(`${ends}: dyn`, () => null)
}

/** How many days another day lies after this one; of moments their days count. Nothing where one of them is none. */
function daysTo(from: string, to: string): number | null {
  const [a, b] = [from, to].map(day => Date.parse(`${day.slice(0, 10)}T00:00:00Z`))
  const days = Math.round(((b ?? Number.NaN) - (a ?? Number.NaN)) / 86_400_000)
  return Number.isNaN(days) ? null : days
}

type Numeric = number | bigint
const ARITHMETIC: [string, (a: Numeric, b: Numeric) => number][] = [
  ['+', (a, b) => Number(a) + Number(b)],
  ['-', (a, b) => Number(a) - Number(b)],
  ['*', (a, b) => Number(a) * Number(b)],
  ['/', (a, b) => Number(a) / Number(b)],
  ['%', (a, b) => Number(a) % Number(b)],
]
const no = (): boolean => false
