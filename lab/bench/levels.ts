import type { Person } from './ask.ts'

/** Of the nation, of provinces, of cities, of counties. */
export const levelsOf = (people: readonly Person[]): Person[][] => [
  people.filter(one => one.area === '000000'),
  people.filter(one => one.area.endsWith('0000') && one.area !== '000000'),
  people.filter(one => /[1-9]00$|[1-9]000$/.test(one.area) && !one.area.endsWith('0000')),
  people.filter(one => !one.area.endsWith('00')),
]
