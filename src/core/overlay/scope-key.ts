import type { Scope } from '../model/scope.ts'

/** A scope as a text, and back. */
export const scopeKey = ({ customer = '', area = '' }: Scope): string => `${customer}/${area}`
export function scopeOf(key: string): Scope {
  const [customer = '', area = ''] = key.split('/')
  return { ...(customer === '' ? {} : { customer }), ...(area === '' ? {} : { area }) }
}
