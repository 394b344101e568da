import { useEffect, useState, type ComponentType } from 'react'
import type { ConsoleApp } from '../../app/app.ts'
import { useApp } from '../../app/useApp.ts'
import type { DictionaryEntries } from '../../../core/contract/configuration.ts'
import { ownAreaName } from '../../data/areas.ts'
import { namesOf } from '../../data/choices.ts'
import { t } from '../../i18n/t.ts'
import type { FilterControlProps } from '../values/definition.ts'
import { keysOf } from '../values/text.ts'
import { isPlainChoice, isWorded, keysNamed, wordsText } from '../values/words.ts'

/**
 * A control that shows in words what it has no way to show itself, such as 非：淘宝、京东: not to be typed in, but
 * removed as a whole. `selects`: it offers 未注明 among its choices.
 */
export function worded(Control: ComponentType<FilterControlProps>, selects = false) {
  return function WordedFilter(props: FilterControlProps) {
    const { field, value, onChange } = props
    const [now, setNow] = useState(value)
    const isOwn = !isWorded(field, now) || (selects && isPlainChoice(field, keysOf(now)))
    if (isOwn) return <Control {...props} value={now} />
    const clear = () => {
      setNow('')
      onChange('')
    }
    return <Words {...props} value={now} onClear={clear} />
  }
}

function Words({ id, field, entries, value, onClear }: FilterControlProps & { onClear: () => void }) {
  const app = useApp()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(() => new Map())
  useEffect(() => {
    let live = true
    void namesIn(app, field, keysNamed(field, value)).then(
      found => live && setNames(found),
      () => {},
    )
    return () => {
      live = false
    }
  }, [app, field, value])
  const nameOf = (key: string): string => names.get(key) ?? nameIn(entries, key) ?? key
  const text = wordsText(field, value, nameOf)
  return (
    <span className="input-box">
      <input
        id={id}
        className="input"
        value={text}
        title={text}
        readOnly
        onKeyDown={event => {
          if (event.key === 'Backspace' || event.key === 'Delete') onClear()
        }}
      />
      <button type="button" className="clear" aria-label={t('清空')} tabIndex={-1} onClick={onClear} />
    </span>
  )
}

function nameIn(entries: DictionaryEntries, key: string): string | undefined {
  const label = entries.find(entry => entry[0] === key)?.[1]
  return label === undefined ? undefined : t(label)
}

/** Names that have to be asked for. */
async function namesIn(
  app: ConsoleApp,
  { kind, ref }: FilterControlProps['field'],
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (kind === 'area')
    return new Map(await Promise.all(keys.map(async key => [key, await ownAreaName(app, key)] as const)))
  if (kind !== 'ref' || !ref) return new Map()
  return new Map((await namesOf(app, ref, keys)).map(({ value, name }) => [value, name]))
}
