import { readerOf } from '../../../core/model/field/values.ts'

const read = readerOf({ kind: 'datetime' })
const HAS_TIME = /[:：]/
const MINUTES = 5

/** Day and minute of a date as people write it; undefined: it is none, or there is no such day. */
export function typedMoment(typed: string): [day: string, minutes: string | undefined] | undefined {
  const [day, time = ''] = String(read(typed) ?? '').split(' ')
  if (!day) return undefined
  return [day, HAS_TIME.test(typed) ? time.slice(0, MINUTES) : undefined]
}

/**
 * What stands in the field that the focus leaves; undefined: it is left by another part of the picker, such as an entry
 * of its panel, in which nothing is typed.
 */
export const typedIn = (target: EventTarget): string | undefined =>
  target instanceof HTMLInputElement ? target.value.trim() : undefined
