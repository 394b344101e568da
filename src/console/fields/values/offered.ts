import { useState } from 'react'
import type { DictionaryEntries } from '../../../core/contract/configuration.ts'
import { isRetired } from '../../../core/model/field/retired.ts'
import { t } from '../../i18n/t.ts'
import { keysOf } from './text.ts'

type Entry = DictionaryEntries[number]

/** The name of a choice, with what tells that it is none any more. */
export const choiceLabel = (entry: Entry): string =>
  isRetired(entry) ? t('{label}（已停用）', { label: t(entry[1]) }) : t(entry[1])

/** What can be chosen for this value: what is retired only where it stood there before. */
export function useOffered(entries: DictionaryEntries, value: unknown): DictionaryEntries {
  const [before] = useState(() => new Set(keysOf(value)))
  if (!entries.some(isRetired)) return entries
  const now = new Set(keysOf(value))
  return entries.filter(entry => !isRetired(entry) || before.has(entry[0]) || now.has(entry[0]))
}
