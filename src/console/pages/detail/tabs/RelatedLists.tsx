import { useState, type KeyboardEvent } from 'react'
import { t } from '../../../i18n/t.ts'
import { Count } from './Count.tsx'
import { LimitedList } from './TabList.tsx'
import type { Relation } from './useRelated.ts'

const nameOf = ({ entity, filters }: Relation): string => `${entity}.${Object.keys(filters).join('.')}`

/**
 * The lists of what points at the record, one at a time; each is read when it is picked. `closed`: none is picked at
 * first.
 */
export function RelatedLists({
  id,
  lists,
  closed = false,
}: {
  id: string
  lists: readonly Relation[]
  closed?: boolean
}) {
  const [picked, setPicked] = useState('')
  const [first] = lists
  const open = lists.find(one => nameOf(one) === picked) ?? (closed ? undefined : first)
  if (!first) return null
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = by && lists[(lists.indexOf(open ?? first) + by + lists.length) % lists.length]
    if (!next) return
    event.preventDefault()
    setPicked(nameOf(next))
    document.getElementById(`${id}.${nameOf(next)}`)?.focus()
  }
  return (
    <>
      <div className="list-tabs related" role="tablist" aria-label={t('关联记录')} onKeyDown={keys}>
        {lists.map(one => (
          <button
            key={nameOf(one)}
            id={`${id}.${nameOf(one)}`}
            type="button"
            role="tab"
            aria-selected={one === open}
            tabIndex={one === (open ?? first) ? 0 : -1}
            onClick={() => setPicked(nameOf(one))}
          >
            {t(one.label)}
            <Count of={one} />
          </button>
        ))}
      </div>
      {open && (
        <LimitedList
          key={nameOf(open) + JSON.stringify(open.filters)}
          id={`${id}/${nameOf(open)}`}
          route={open.page}
          fixed={open.filters}
          label={open.label}
        />
      )}
    </>
  )
}
