import { useState } from 'react'
import useSWR from 'swr'
import type { DictionaryEntries, FieldFacts } from '../../../core/contract/configuration.ts'
import { choicesOf, hasChoices, type Choice } from '../../data/choices.ts'
import { listed, t } from '../../i18n/t.ts'
import type { FilterControlProps } from '../definition.ts'
import { keysOf } from '../text.ts'
import { TextFilter } from './filters.tsx'
import type { PickProps } from './Pick.tsx'
import { once, Touch } from './Touch.tsx'

const pick = once<PickProps>(async () => (await import('./Pick.tsx')).Pick)

export const choicesFrom = (entries: DictionaryEntries): Choice[] => entries.map(([value, label]) => ({ value, label: t(label) }))

interface PickFilterProps extends FilterControlProps { choices: Choice[]; onWanted?: () => void; onRetry?: (() => void) | undefined; loading?: boolean }

function PickFilter({ id, field, choices, value, onChange, onWanted, onRetry, loading }: PickFilterProps) {
  const [keys, setKeys] = useState(() => keysOf(value))
  const change = (next: string[]) => {
    setKeys(next)
    onChange(next.join(','))
  }
  const text = listed(keys.map((key) => choices.find((choice) => choice.value === key)?.label.trim() ?? key))
  const load = () => {
    onWanted?.()
    return pick.load()
  }
  return (
    <Touch id={id} text={text} load={load}>
      {(touched) => {
        const Pick = pick.get()
        return Pick ? <Pick id={id} choices={choices} multiple={field.multiple ?? false} value={keys} onChange={change} onRetry={onRetry} loading={loading ?? false} {...touched} /> : null
      }}
    </Touch>
  )
}

export const SelectFilter = (props: FilterControlProps) => <PickFilter {...props} choices={choicesFrom(props.entries)} />

const FLAGS: DictionaryEntries = [['1', '是'], ['0', '否']]
export const FlagFilter = (props: FilterControlProps) => <SelectFilter {...props} entries={FLAGS} />

/** Choices of a reference are asked for when the filter is touched, or holds a value to name. */
export function useChoices({ ref, choices }: Pick<FieldFacts, 'ref' | 'choices'>, wanted: boolean) {
  return useSWR(wanted && ref && hasChoices(ref) ? ['choices', ref, choices] as const : null, ([, name, from]) => choicesOf(name, from), { revalidateOnFocus: false, shouldRetryOnError: false })
}

export function RefFilter(props: FilterControlProps) {
  const [wanted, setWanted] = useState(props.value !== '')
  const { data, error, isValidating, mutate } = useChoices(props.field, wanted)
  if (!hasChoices(props.field.ref)) return <TextFilter {...props} />
  return <PickFilter {...props} choices={data ?? []} loading={!data && isValidating} onWanted={() => setWanted(true)} onRetry={error && !isValidating ? () => void mutate() : undefined} />
}
