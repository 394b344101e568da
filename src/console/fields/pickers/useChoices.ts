import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { useApp } from '../../app/useApp.ts'
import type { FieldFacts } from '../../../core/contract/configuration.ts'
import { choicesOf, hasChoices, namesOf, type Choice, type Choices, type ChoiceRequest } from '../../data/choices.ts'

/** Milliseconds without typing before a search is sent. */
const PAUSE = 250
const OPTIONS = { revalidateOnFocus: false, shouldRetryOnError: false, keepPreviousData: true }
const NO_KEYS: string[] = []

export interface Found {
  choices: Choice[]
  nameOf: (key: string) => string | undefined
  more: boolean
  /** searches by text; absent if all choices are loaded */
  onSearch: ((text: string) => void) | undefined
  loading: boolean
  onRetry: (() => void) | undefined
}

interface Lists extends Omit<Found, 'nameOf'> {
  at: (key: string) => string | undefined
  isComing: boolean
}

type Question = readonly ['choices', ChoiceRequest]
const NOTHING: Choices = { list: [], more: false }

function useAnswer(question: Question | null) {
  const app = useApp()
  const {
    data = NOTHING,
    error,
    isLoading,
    isValidating,
    mutate,
  } = useSWR(question, ([, wanted]) => choicesOf(app, wanted), OPTIONS)
  return { ...data, isLoading, isValidating, onRetry: error && !isValidating ? () => void mutate() : undefined }
}

/** Answers by search text, so that a late one cannot replace that of a newer text. */
function useLists(of: Omit<ChoiceRequest, 'text'> | undefined, wanted: boolean): Lists {
  const [typed, setTyped] = useState('')
  const text = usePaused(typed.trim())
  const first = useAnswer(wanted && of ? ['choices', { ...of, text: '' }] : null)
  const isSearching = first.more && text !== ''
  const searched = useAnswer(isSearching && of ? ['choices', { ...of, text }] : null)
  const { list, more, onRetry } = isSearching ? searched : first
  return {
    choices: list,
    more,
    onRetry,
    onSearch: first.more ? setTyped : undefined,
    loading: first.isLoading || searched.isValidating || (first.more && typed.trim() !== text),
    at: key => [...first.list, ...searched.list].find(({ value }) => value === key)?.name,
    isComing: first.isLoading,
  }
}

/**
 * Choices of a reference. `wanted`: the control has been opened; `usable`: only records that can still be chosen. Names
 * of chosen keys are loaded if neither the choices nor `named` have them.
 */
export function useChoices(
  { ref, choices: from, offered }: Pick<FieldFacts, 'ref' | 'choices' | 'offered'>,
  { wanted, usable }: { wanted: boolean; usable: boolean },
  keys: readonly string[],
  named: Readonly<Record<string, string>> = {},
): Found {
  const app = useApp()
  const known = hasChoices(app, ref) ? ref : undefined
  const { at, isComing, ...found } = useLists(
    known === undefined ? undefined : { ref: known, from, usable, offered },
    wanted,
  )
  const missing = isComing ? NO_KEYS : keys.filter(key => (at(key) ?? named[key]) === undefined)
  const names = useSWR(
    known && missing.length > 0 ? (['choice names', known, missing.join(',')] as const) : null,
    ([, name, all]) => namesOf(app, name, all.split(',')),
    OPTIONS,
  )
  return { ...found, nameOf: key => at(key) ?? named[key] ?? names.data?.find(({ value }) => value === key)?.name }
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === '' ? 0 : PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
