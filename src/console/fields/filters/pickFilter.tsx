import { useMemo, useState } from 'react'
import type { ConsoleApp } from '../../app/app.ts'
import { useApp } from '../../app/useApp.ts'
import type { DictionaryEntries, FieldFacts } from '../../../core/contract/configuration.ts'
import { hasChoices, type Choice } from '../../data/choices.ts'
import { currentConfig } from '../../data/config/config.ts'
import { joinNames, t } from '../../i18n/t.ts'
import type { FilterControlProps } from '../values/definition.ts'
import { choiceLabel } from '../values/offered.ts'
import { keysOf } from '../values/text.ts'
import { EMPTY, EMPTY_NAME } from '../values/words.ts'
import { TextFilter } from './filters.tsx'
import type { PickProps } from '../pickers/Pick.tsx'
import { once, Touch } from '../pickers/Touch.tsx'
import { useChoices, type Found } from '../pickers/useChoices.ts'

const pick = once<PickProps>(async () => (await import('../pickers/Pick.tsx')).Pick)

export const choicesFrom = (entries: DictionaryEntries): Choice[] =>
  entries.map(entry => ({ value: entry[0], label: choiceLabel(entry), name: choiceLabel(entry) }))

interface PickFilterProps extends FilterControlProps, Partial<Omit<Found, 'choices'>> {
  choices: Choice[]
  onWanted?: () => void
}

function PickFilter({ id, field, choices, value, onChange, onWanted, nameOf, ...found }: PickFilterProps) {
  const [keys, setKeys] = useState(() => keysOf(value))
  const change = (next: string[]) => {
    setKeys(next)
    onChange(next.join(','))
  }
  const text = joinNames(keys.map(key => nameOf?.(key) ?? choices.find(choice => choice.value === key)?.name ?? key))
  const load = () => {
    onWanted?.()
    return pick.load()
  }
  return (
    <Touch id={id} text={text} load={load}>
      {touched => {
        const Pick = pick.get()
        return Pick ? (
          <Pick
            id={id}
            choices={choices}
            multiple={field.multiple ?? false}
            value={keys}
            onChange={change}
            nameOf={nameOf}
            {...found}
            {...touched}
          />
        ) : null
      }}
    </Touch>
  )
}

/** 未注明, where the field may be empty; an existing backend knows no such word. */
const emptyChoice = (app: ConsoleApp, { required, kind }: FieldFacts): Choice[] =>
  required === true || kind === 'status' || currentConfig(app).boot?.own !== true
    ? []
    : [{ value: EMPTY, label: t(EMPTY_NAME), name: t(EMPTY_NAME) }]

export function SelectFilter(props: FilterControlProps) {
  const app = useApp()
  const { field, entries } = props
  const hasAll = field.only === undefined || field.only.includes(EMPTY)
  return <PickFilter {...props} choices={[...choicesFrom(entries), ...(hasAll ? emptyChoice(app, field) : [])]} />
}

const FLAGS: DictionaryEntries = [
  ['1', '是'],
  ['0', '否'],
]
export const FlagFilter = (props: FilterControlProps) => <PickFilter {...props} choices={choicesFrom(FLAGS)} />

/** Loads the choices when it is first used; only the name of its current value is loaded before. */
export function RefFilter(props: FilterControlProps) {
  const app = useApp()
  const [wanted, setWanted] = useState(false)
  const [keys, setKeys] = useState(() => keysOf(props.value))
  const asked = useMemo(() => keys.filter(key => key !== EMPTY), [keys])
  const found = useChoices(props.field, { wanted, usable: false }, asked)
  const choices = [...found.choices, ...emptyChoice(app, props.field)]
  const nameOf = (key: string): string | undefined => (key === EMPTY ? t(EMPTY_NAME) : found.nameOf(key))
  if (!hasChoices(app, props.field.ref)) return <TextFilter {...props} />
  const change = (value: string) => {
    setKeys(keysOf(value))
    props.onChange(value)
  }
  return (
    <PickFilter
      {...props}
      {...found}
      choices={choices}
      nameOf={nameOf}
      onChange={change}
      onWanted={() => setWanted(true)}
    />
  )
}
